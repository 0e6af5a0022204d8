import type { FailureCode, PortalPage, StageReport } from '@portal/shared-contract';
import { reportAddress } from '@portal/shared-contract/report-address';
import type { StageEvent } from './report-stage.ts';

/** As many as the server takes in one beacon. */
const MOST_REPORTS = 20;
/** So that what happens at once is sent at once. */
const BATCH_MS = 2_000;
const MILLISECONDS_MAX = 10 * 60 * 1000;
const SHELL = 'shell';

type Page = Pick<PortalPage, 'config' | 'shell' | 'remotes' | 'token'>;
type PartSoFar = {
  readonly version: string;
  readonly isFallback: boolean;
  readonly began: number;
  readonly stages: ReadonlySet<StageReport['stage']>;
};

/**
 * Makes reports of the page's events and sends them by beacons: what happened within two seconds
 * together, and the rest when the page is hidden or left. Each release of the page
 * reports each stage once. Nothing tells whose browser it is, or where in the portal it is.
 * @param first the remote of the first screen: its times are counted from the beginning of the page
 */
export function createStageSender(
  page: Page,
  first: string | undefined,
  {
    send = (url, body) => navigator.sendBeacon(url, body),
    wait = setTimeout,
    target = window,
  }: {
    readonly send?: (url: string, body: string) => unknown;
    readonly wait?: (run: () => void, milliseconds: number) => unknown;
    readonly target?: Pick<Window, 'addEventListener' | 'document'>;
  } = {},
): (event: StageEvent) => void {
  const parts = new Map<string, PartSoFar>();
  let reports: StageReport[] = [];
  let isWaiting = false;

  function flush(): void {
    isWaiting = false;
    while (reports.length > 0) {
      const batch = reports.slice(0, MOST_REPORTS);
      reports = reports.slice(MOST_REPORTS);
      send(reportAddress(page.config.apiUrl), JSON.stringify(batch));
    }
  }
  target.addEventListener('pagehide', flush);
  target.document.addEventListener('visibilitychange', () => {
    if (target.document.visibilityState === 'hidden') flush();
  });

  function begin(name: string, { at, fallback }: StageEvent): PartSoFar | undefined {
    const version = name === SHELL ? page.shell.version : page.remotes[name]?.version;
    if (version === undefined) return undefined;
    const began = name === SHELL || name === first ? 0 : at;
    const isFallback = fallback !== undefined;
    return { version: fallback ?? version, isFallback, began, stages: new Set() };
  }

  function receive(event: StageEvent): void {
    const { part: name = SHELL, stage, at, fallback } = event;
    const known = parts.get(name);
    const isNew = fallback !== undefined && known?.version !== fallback;
    const part = known && !isNew ? known : begin(name, event);
    if (!part) return;
    parts.set(name, part);
    if (stage === 'began' || part.stages.has(stage)) return;
    parts.set(name, { ...part, stages: new Set([...part.stages, stage]) });
    reports.push({
      remote: name,
      version: part.version,
      ...(part.isFallback && { cohort: 'fallback' }),
      ...(stage === 'failed'
        ? { stage, code: codeOf(event, part) }
        : { stage, milliseconds: Math.min(MILLISECONDS_MAX, Math.round(at - part.began)) }),
    });
    if (!isWaiting) wait(flush, BATCH_MS);
    isWaiting = true;
    // The screen of a remote is the first that the shell has drawn too.
    if (stage === 'shown' && name !== SHELL)
      receive({ ...event, part: SHELL, fallback: undefined });
  }
  return receive;
}

/** What failed, by how far it had come. */
function codeOf({ why }: StageEvent, { stages }: PartSoFar): FailureCode {
  if (why === 'frozen') return why;
  if (why === 'unreachable' || !(stages.has('loaded') || stages.has('started') || why)) {
    return 'unreachable';
  }
  return stages.has('started') || stages.has('shown') ? 'screen' : 'broken';
}
