import { isInCanary } from './canary.ts';
import type { EnvironmentState, LivePart } from './state.ts';

/** For this long after a promotion, a page can put the previous release in the place of a new one. */
const FALLBACK_MS = 24 * 60 * 60 * 1000;

/**
 * The release that the page names as well, in case that the one of this slice does not start: for a
 * canary the stable release, for a release younger than a day the one before it. Later there is none,
 * since a release that a day of members has used does not need it, and the page stays small.
 * @param now in milliseconds since 1970
 */
export function fallbackOf(
  { stable, since, previous, canary, killed }: LivePart,
  slice: number,
  now: number,
): string | undefined {
  if (killed) return undefined;
  if (canary && isInCanary(slice, canary)) return stable;
  const isYoung = now - Date.parse(since) < FALLBACK_MS;
  return isYoung && previous !== stable ? previous : undefined;
}

/**
 * When the first of the fallbacks ends that the state has now, in milliseconds since 1970: until then the
 * page of a state does not change. Infinity if none ends.
 */
export function fallbacksEndAt({ remotes }: EnvironmentState, now: number): number {
  const ends = Object.values(remotes).map(({ since }) => Date.parse(since) + FALLBACK_MS);
  return Math.min(...ends.filter((end) => end > now));
}
