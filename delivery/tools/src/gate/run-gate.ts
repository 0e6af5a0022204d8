import type { ReleaseDocument } from '@portal/delivery-model/document';
import {
  type Check,
  checkCandidate,
  type LiveReleases,
  readLiveReleases,
  withPublishedShells,
} from '@portal/delivery-model/gate';
import {
  type GateReport,
  gateReportOf,
  storedGateReport,
} from '@portal/delivery-model/gate/gate-report';
import type { ComposedPage } from '@portal/delivery-model/page/compose';
import { workerDeadline } from '@portal/delivery-model/page/worker-deadline';
import type { EnvironmentState } from '@portal/delivery-model/state';
import type { Addresses } from '@portal/delivery-serve/start/addresses';
import { startConfiguration } from '@portal/delivery-serve/start/page-configuration';
import { limitsOf } from '@portal/shared-contract/limits';
import { checkBeside } from './blast-radius/check-beside.ts';
import { checkInBrowser } from './check-in-browser.ts';
import { checkWorker } from './check-worker.ts';
import { closeAfter } from './close-after.ts';
import { composeTogether } from './compose-together.ts';
import { type Composition, compositionsOf } from './compositions.ts';
import { launchBrowser } from './launch.ts';
import { pageServer } from './page-server.ts';
import { releaseReader } from './release-reader.ts';
import { startThrowAwayPortal } from './throw-away-portal.ts';

export type GateSetting = {
  readonly candidate: ReleaseDocument;
  /** What is live in the portal. */
  readonly state: EnvironmentState;
  readonly portalUrl: string;
  /** Reads the document of a live release. */
  readonly readDocument: (part: string, version: string) => Promise<ReleaseDocument>;
  /** Reads the newest published shells, the newest first; undefined where they cannot be had. */
  readonly readShells: () => Promise<readonly ReleaseDocument[] | undefined>;
  /** The folder of builds, in which the candidate's files may lie. */
  readonly folder: string;
  /** Where programs are looked for, as in `PATH`. */
  readonly path: string | undefined;
  /** Is told what is being done. */
  readonly progress: (text: string) => void;
};

export type GateResult = {
  readonly report: GateReport;
  readonly digest: string;
  /** How many routes were opened in a browser, each language and combination of releases counted. */
  readonly opened: number;
};

/**
 * Checks a release against what is live: first what the server checks too, then, if that holds, in a
 * browser. Nothing of the portal is changed, and nobody signs in there.
 */
export async function runGate(setting: GateSetting): Promise<GateResult> {
  const { candidate, state, readDocument, progress } = setting;
  progress(`Reading what is live beside ${candidate.name}`);
  const live = await readLiveReleases(state, readDocument);
  const checks = await withPublishedShells(
    live,
    (beside) => checkCandidate(candidate, beside),
    setting.readShells,
  );
  const holds = checks.every(({ problems }) => problems.length === 0);
  const browser = holds ? await browserCheck(setting, withoutKilled(live, state)) : undefined;
  const report = gateReportOf([candidate], live, [...checks, ...(browser ? [browser.check] : [])]);
  return { report, digest: storedGateReport(report).digest, opened: browser?.opened ?? 0 };
}

async function browserCheck(
  setting: GateSetting,
  live: LiveReleases,
): Promise<{ readonly check: Check; readonly opened: number }> {
  const { candidate, progress } = setting;
  const compositions = compositionsOf(candidate, live);
  if (compositions.length === 0) return { check: withoutShell(candidate), opened: 0 };
  const routes = compositions.reduce((sum, { routes }) => sum + routes.length, 0);
  return closeAfter(async (opened) => {
    const launching = launchBrowser(setting.path);
    opened(() => launching.then((browser) => browser.close()).catch(() => {}));
    const browser = await launching;
    progress('Starting a portal for the check');
    const portal = await startThrowAwayPortal(
      (addresses) => pagesOf(setting, compositions, addresses),
      opened,
    );
    let count = 0;
    const check = await checkInBrowser(browser, portal, compositions, () => {
      count += 1;
      progress(`Opening the routes: ${count} of ${routes}`);
    });
    if (candidate.kind === 'remote') {
      progress('Opening screens of the other remotes before and after it');
      const beside = await checkBeside(browser, portal, candidate, compositions[0]);
      return { check: { ...check, problems: [...check.problems, ...beside] }, opened: count };
    }
    const hasWorker = 'page' in candidate && candidate.page.worker !== undefined;
    if (!hasWorker) return { check, opened: count };
    progress('Opening a page under the service worker');
    const problems = [...check.problems, ...(await checkWorker(browser, portal.portal))];
    return { check: { ...check, problems }, opened: count };
  });
}

async function pagesOf(
  { candidate, folder, portalUrl }: GateSetting,
  compositions: readonly Composition[],
  addresses: Addresses,
) {
  const documents = compositions.flatMap(({ shell, remotes }) => [shell, ...remotes]);
  const releases = releaseReader({ documents, built: { candidate, folder }, portalUrl });
  const configuration = startConfiguration(addresses, {}, { provider: {} });
  const pages = await Promise.all(
    compositions.map(async (composition) =>
      withoutDeadline(
        await composeTogether(composition, configuration, releases),
        limitsOf(configuration.config).worker,
      ),
    ),
  );
  return pageServer(pages, releases);
}

/** What a worker does by itself: not every browser keeps the deadline for it where its thread is held. */
function withoutDeadline(page: ComposedPage, networkLimitMs: number): ComposedPage {
  const { 'worker.js': worker } = page;
  if (!worker) return page;
  return {
    ...page,
    'worker.js': { ...worker, body: worker.body.replace(workerDeadline(networkLimitMs), '') },
  };
}

/** What is switched off may be broken, and members do not see it. */
const withoutKilled = (live: LiveReleases, { remotes }: EnvironmentState): LiveReleases => ({
  ...live,
  remotes: Object.fromEntries(
    Object.entries(live.remotes).filter(([name]) => !remotes[name]?.killed),
  ),
});

const withoutShell = ({ name }: ReleaseDocument): Check => ({
  name: 'browser',
  problems: [
    {
      code: 'browser.no-shell',
      reason: `No shell is live, with which ${name} could be opened.`,
      remedy: 'Let the operator promote a shell first.',
    },
  ],
});
