import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { budgetProblems } from './budget.ts';
import { extentProblems } from './extent.ts';
import { fileProblems } from './files.ts';
import { browserProblems, nameProblems } from './identity.ts';
import type { LiveReleases } from './live-releases.ts';
import { menuProblems } from './menu.ts';
import { routeProblems } from './routes.ts';
import { surfaceProblems } from './shared-surface.ts';

export { extentProblems } from './extent.ts';
export {
  isRemote,
  isShell,
  type LiveReleases,
  readLiveReleases,
  versionsOf,
} from './live-releases.ts';
export { isReserved } from './routes.ts';

/** In the order in which a team reads them. */
const CHECKS = [
  nameProblems,
  extentProblems,
  fileProblems,
  routeProblems,
  menuProblems,
  surfaceProblems,
  budgetProblems,
  browserProblems,
];

/**
 * Whether a release may be promoted to what is live, as far as documents say it: all its problems, none if it may. The
 * server asks for each promotion, whatever a client says it has checked (docs/decisions/0037-gate.md).
 */
export const problemsOf = (candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] =>
  CHECKS.flatMap((check) => check(candidate, live));
