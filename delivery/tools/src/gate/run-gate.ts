import { refused } from '@portal/delivery-model/client/failure';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { type LiveReleases, problemsOf, readLiveReleases } from '@portal/delivery-model/gate';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { type Opened, untilEndRequested } from '@portal/delivery-serve/start/end-requested';
import { startConfiguration } from '@portal/delivery-serve/start/page-configuration';
import { launchBrowser } from './browser.ts';
import { checkInBrowser } from './check-in-browser.ts';
import { composeTogether, pageServer, releaseReader } from './compose-together.ts';
import { checkNeighbours } from './neighbours.ts';
import { type Composition, compositionOf, routesToOpen } from './routes.ts';
import { startThrowAwayPortal } from './throw-away-portal.ts';

export type GateSetting = {
  readonly candidate: ReleaseDocument;
  readonly state: EnvironmentState;
  readonly portalUrl: string;
  readonly readDocument: (part: string, version: string) => Promise<ReleaseDocument>;
  readonly folder: string;
  readonly path: string | undefined;
  readonly progress: (text: string) => void;
};

export type GateResult = {
  readonly problems: readonly ReleaseRefusal[];
  readonly opened: number;
};

/** Checks a release as the server does, and then in a browser. Nothing of the portal is changed. */
export async function runGate(setting: GateSetting): Promise<GateResult> {
  const { candidate, state, readDocument, progress } = setting;
  progress(`Reading what is live beside ${candidate.name}`);
  const live = await readLiveReleases(state, readDocument);
  const problems = problemsOf(candidate, live);
  return problems.length > 0
    ? { problems, opened: 0 }
    : browserCheck(setting, withoutKilled(live, state));
}

async function browserCheck(setting: GateSetting, live: LiveReleases): Promise<GateResult> {
  const composition = compositionOf(setting.candidate, live);
  if (!composition) return { problems: [withoutShell(setting.candidate)], opened: 0 };
  const result = await untilEndRequested((opened) => look(setting, composition, opened));
  if (result) return result;
  throw refused('ended', 'The gate was ended before it was done.', 'Run it again.');
}

/** @param opened takes what closes something, before or right after it is opened */
async function look(
  { candidate, folder, portalUrl, path, progress }: GateSetting,
  composition: Composition,
  opened: Opened,
): Promise<GateResult> {
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
  const routes = routesToOpen(candidate, composition);
  progress(`Opening ${routes.length} routes`);
  const problems = await checkInBrowser(browser, portal, routes);
  if (candidate.kind === 'remote') {
    progress('Opening screens of the other remotes before and after it');
    problems.push(...(await checkNeighbours(browser, portal, candidate, remotes)));
  }
  return { problems, opened: routes.length };
}

/** What is switched off may be broken, and members do not see it. */
const withoutKilled = (live: LiveReleases, { remotes }: EnvironmentState): LiveReleases => ({
  ...live,
  remotes: Object.fromEntries(
    Object.entries(live.remotes).filter(([name]) => !remotes[name]?.killed),
  ),
});

const withoutShell = ({ name }: ReleaseDocument): ReleaseRefusal => ({
  code: 'browser.no-shell',
  reason: `No shell is live, with which ${name} could be opened.`,
  remedy: 'Let the operator promote a shell first.',
});
