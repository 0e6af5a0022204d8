import type { ReleaseDocument } from '@portal/delivery-model/document';
import {
  type Check,
  checkCandidate,
  type LiveReleases,
  readLiveReleases,
  withPublishedShells,
} from '@portal/delivery-model/gate';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { startConfiguration } from '@portal/delivery-serve/start/page-configuration';
import { checkBeside } from './blast-radius/check-beside.ts';
import { checkInBrowser } from './check-in-browser.ts';
import { closeAfter } from './close-after.ts';
import { composeTogether } from './compose-together.ts';
import { launchBrowser } from './launch.ts';
import { pageServer } from './page-server.ts';
import { releaseReader } from './release-reader.ts';
import { compositionOf, routesToOpen } from './routes.ts';
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
  readonly checks: readonly Check[];
  /** How many routes were opened in a browser, each language counted. */
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
  const all = [...checks, ...(browser ? [browser.check] : [])];
  return { checks: all, opened: browser?.opened ?? 0 };
}

async function browserCheck(
  { candidate, folder, portalUrl, path, progress }: GateSetting,
  live: LiveReleases,
): Promise<{ readonly check: Check; readonly opened: number }> {
  const composition = compositionOf(candidate, live);
  if (!composition) return { check: withoutShell(candidate), opened: 0 };
  const routes = routesToOpen(candidate, composition);
  return closeAfter(async (opened) => {
    const launching = launchBrowser(path);
    opened(() => launching.then((browser) => browser.close()).catch(() => {}));
    const browser = await launching;
    progress('Starting a portal for the check');
    const { shell, remotes } = composition;
    const releases = releaseReader({
      documents: [shell, ...remotes],
      built: { candidate, folder },
      portalUrl,
    });
    const portal = await startThrowAwayPortal(async (addresses) => {
      const configuration = startConfiguration(addresses, {}, { provider: {} });
      return pageServer(await composeTogether(composition, configuration, releases), releases);
    }, opened);
    let count = 0;
    const problems = await checkInBrowser(browser, portal, routes, () => {
      count += 1;
      progress(`Opening the routes: ${count} of ${routes.length}`);
    });
    if (candidate.kind === 'remote') {
      progress('Opening screens of the other remotes before and after it');
      problems.push(...(await checkBeside(browser, portal, candidate, remotes)));
    }
    return { check: { name: 'browser', problems }, opened: count };
  });
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
