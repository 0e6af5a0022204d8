import { loadavg } from 'node:os';
import { localCertificate } from '@portal/delivery-serve/edge/testing/certificate';
import { startTestPortal, USUAL_LIMITS } from '@portal/e2e/support/portal';
import { INTERRUPTED } from '../interrupted.ts';
import { CPU_SLOWDOWN, SLOW_4G } from '../phone.ts';
import { type Change, routeChanges } from '../route-changes.ts';
import { trustArgument } from '../trust.ts';
import { firstRouteScripts } from './first-route.ts';
import { goalList, goalsOfPages } from './goals.ts';
import { type Conditions, type Life, oneLife, VISITS } from './life.ts';
import type { Settings } from './settings.ts';
import { type Measured, pagesTable } from './table.ts';
import { type PageTargets, TARGETS, targetsOf } from './targets.ts';

/**
 * The visits of a browser profile to the pages that visits begin with, on an emulated slow phone: the portal and the
 * same source in one piece. Prints one table in Markdown, and which goals are held. Targets alternate and the order
 * turns round, so that a noisy machine hits them alike. At SIGINT and SIGTERM it prints what it has by then.
 */
export async function benchPages(settings: Settings): Promise<void> {
  const { signal, end } = interruption();
  const loadBefore = busy();
  const measured: Measured[] = [];
  const changes: Change[][] = [];
  const resources = new AsyncDisposableStack();
  try {
    const { targets, conditions, portal, trust } = await start(settings, resources, signal);
    for (let round = 0; round < settings.rounds; round += 1) {
      const said = `${round + 1} of ${settings.rounds}`;
      for (const { path, name, target } of livesOf(settings, targets, round)) {
        const life = await oneLife(target, conditions);
        measured.push({ path, name, life });
        note(`${said}: ${path}, ${name}`);
        if (settings.chains) for (const line of chainsOf(life)) note(line);
      }
      const isHome = settings.pages.some(({ path }) => path === '/my-page');
      if (!isHome || (settings.isShort && round > 0)) continue;
      changes.push(await routeChanges(portal, { trust, signal }));
      note(`${said}: changes of route`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = INTERRUPTED;
  } finally {
    end();
    try {
      // Also before an error: half an hour of measurements is not lost with one load.
      if (measured.length > 0) {
        console.log(heading(loadBefore));
        console.log(pagesTable(measured));
        const scripts = await firstRouteScripts(settings.pages);
        const { text, isHeld } = goalList(goalsOfPages({ measured, changes, scripts }));
        console.log(text);
        if (!isHeld) process.exitCode ||= 1;
      }
    } finally {
      await resources.disposeAsync();
    }
  }
}

/** A signal that SIGINT or SIGTERM aborts; the second one ends the process as ever. */
function interruption(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const end = () => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  };
  const interrupt = () => {
    end();
    controller.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return { signal: controller.signal, end };
}

/** The lives of a round; the order of the targets turns round. */
function livesOf({ pages }: Settings, targets: Started['targets'], round: number) {
  const names = round % 2 ? TARGETS.toReversed() : TARGETS;
  return pages.flatMap(({ path }) =>
    names.flatMap((name) => {
      const target = targets.get(path)?.[name];
      return target ? [{ path, name, target }] : [];
    }),
  );
}

type Started = {
  readonly targets: ReadonlyMap<string, PageTargets>;
  readonly conditions: Conditions;
  /** The origin of the portal. */
  readonly portal: string;
  readonly trust: string;
};

async function start(
  { pages }: Settings,
  resources: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Started> {
  const certificate = await localCertificate();
  const portalOf = async (kind: 'federated' | 'monolith') => {
    const portal = await startTestPortal({
      tls: certificate,
      kind,
      log: console.error,
      env: USUAL_LIMITS,
    });
    resources.defer(() => portal.stop());
    return portal;
  };
  const federated = await portalOf('federated');
  note('the portal is ready');
  const portals = { federated, monolith: await portalOf('monolith') };
  note('the monolith is ready');
  const targets = new Map<string, PageTargets>(
    pages.map((page) => [page.path, targetsOf(page, portals)]),
  );
  const trust = trustArgument(certificate.cert);
  return {
    targets,
    conditions: { signal, args: [trust] },
    portal: portals.federated.portal,
    trust,
  };
}

const heading = (loadBefore: string): string => `
Loads on an emulated slow phone: ${SLOW_4G.rttMs} ms, ${SLOW_4G.downBps / 1e6} Mbit/s, CPU ÷${CPU_SLOWDOWN}; HTTPS and HTTP/2. Medians, and of times least to most.
Throttled by Chromium, without the rounds of new connections.
Visits: first, second and third of a new browser profile with its caches and its service worker, each a page over new connections.
The browser of the next day has just been started.
Next day: the access token has ended. The monolith is the same source in one build, with early calls and without first views.
The service worker's processor is not slowed down: Chromium cannot.
Load of the machine: ${loadBefore} before, ${busy()} after.
`;

/** Processes that wanted a processor in the last minute. */
const busy = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** With the seconds since the start, which tell where the time of a run goes. */
const note = (line: string): boolean =>
  process.stderr.write(`${(performance.now() / 1000) | 0} s  ${line}\n`);

const chainsOf = (life: Life): string[] =>
  VISITS.flatMap((visit) => [visit, ...(life[visit]?.chain ?? [])]);
