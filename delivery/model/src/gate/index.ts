import type { ReleaseDocument } from '../document.ts';
import { browserProblems } from './browsers.ts';
import { budgetProblems } from './budget.ts';
import { extentProblems } from './extent.ts';
import { fileProblems } from './files.ts';
import { isShell, type LiveReleases } from './live-releases.ts';
import { menuProblems } from './menu.ts';
import { nameProblems } from './names.ts';
import type { Problem } from './problem.ts';
import { routeProblems } from './routes.ts';
import { surfaceProblems } from './shared-surface.ts';
import { slotProblems } from './slots.ts';
import { versionProblems } from './version.ts';

export { extentProblems } from './extent.ts';
export {
  isRemote,
  isShell,
  type LiveReleases,
  readLiveReleases,
  versionsOf,
} from './live-releases.ts';
export type { Problem } from './problem.ts';
export { isReserved } from './routes.ts';

/** The checks that need nothing but documents, in the order in which a team reads them. */
const CHECKS = {
  name: nameProblems,
  version: versionProblems,
  extent: extentProblems,
  files: fileProblems,
  routes: routeProblems,
  menu: menuProblems,
  slots: slotProblems,
  'shared-surface': surfaceProblems,
  budget: budgetProblems,
  browsers: browserProblems,
} as const;

/** A check of the gate and what it found. */
export type Check = { readonly name: string; readonly problems: readonly Problem[] };

/**
 * The gate's pure part: whether a release may be promoted to what is live. The server runs it for
 * each promotion, whatever a client says it has run (docs/decisions/0037-gate-and-canary.md).
 */
export function checkCandidate(candidate: ReleaseDocument, live: LiveReleases): readonly Check[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    problems: check(candidate, live),
  }));
}

/** How many published shells a refusal looks through. */
export const PUBLISHED_SHELLS_READ = 10;

/**
 * These checks, in which a refusal of what the live shells lack says which published shell has it.
 * @param readShells the newest published shells, the newest first; asked for only where something is lacking
 */
export async function withPublishedShells(
  live: LiveReleases,
  check: (live: LiveReleases) => readonly Check[],
  readShells: () => Promise<readonly ReleaseDocument[] | undefined>,
): Promise<readonly Check[]> {
  const checks = check(live);
  const lacks = checks.some(({ problems }) =>
    problems.some(({ code }) => code.startsWith('shared-surface.')),
  );
  const shells = lacks ? await readShells() : undefined;
  return shells ? check({ ...live, publishedShells: notLive(shells, live) }) : checks;
}

const notLive = (published: readonly ReleaseDocument[], { shells }: LiveReleases) =>
  published
    .filter(isShell)
    .filter(({ version }) => shells.every((shell) => shell.version !== version));

/** All problems of a candidate; none means that it may be promoted. */
export function problemsOf(candidate: ReleaseDocument, live: LiveReleases): readonly Problem[] {
  return checkCandidate(candidate, live).flatMap(({ problems }) => problems);
}
