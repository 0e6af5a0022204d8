import { endRun, noteRun } from '@portal/shared-routing/running-release';

const versions = new Map<string, string>();
/** The remotes whose code runs: that of the screen shown, and that of the one that is loading. */
const running = new Set<string>();

/**
 * The code of a remote is about to run: a page that it freezes is noted for the next one.
 * @param version of the release that starts; without one, that which has started
 */
export function codeRuns(remote: string, version = versions.get(remote)): void {
  if (version === undefined) return;
  versions.set(remote, version);
  running.add(remote);
  noteRun(remote, version);
}

/**
 * Its screen is shown, or something stands in its place.
 * @param remote without one, of all that run
 */
export function codeHasRun(remote?: string): void {
  for (const one of remote === undefined ? [...running] : [remote])
    if (running.delete(one)) endRun(one);
}
