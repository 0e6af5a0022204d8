import { isInCanary } from './canary.ts';
import type { LivePart } from './state.ts';

/** For this long after a promotion, a page can put the previous release in the place of a new one. */
const FALLBACK_MS = 24 * 60 * 60 * 1000;

/**
 * The release that the page names as well, in case that the one of this bucket does not start: for a
 * canary the stable release, for a release younger than a day the one before it. Later there is none,
 * since a release that a day of members has used does not need it, and the page stays small.
 * @param now in milliseconds since 1970
 */
export function fallbackOf(
  { stable, since, previous, canary, killed }: LivePart,
  bucket: number,
  now: number,
): string | undefined {
  if (killed) return undefined;
  if (canary && isInCanary(bucket, canary)) return stable;
  const isYoung = now - Date.parse(since) < FALLBACK_MS;
  return isYoung && previous !== stable ? previous : undefined;
}

/** Why a remote did not start: its files did not come, or they came and threw. */
export type StartFailure = 'unreachable' | 'broken';

export type AfterFailure =
  | { readonly next: 'fallback' }
  /** The error screen with Retry. It says why the release failed that the page wanted first. */
  | { readonly next: 'error'; readonly because: StartFailure };

/**
 * What the browser does when a remote did not start.
 * @param failures in the order in which they happened: of the page's release, then of the fallback
 */
export function afterFailedStart(
  failures: readonly [StartFailure, ...StartFailure[]],
  hasFallback: boolean,
): AfterFailure {
  const [because] = failures;
  return hasFallback && failures.length === 1 ? { next: 'fallback' } : { next: 'error', because };
}
