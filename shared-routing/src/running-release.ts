/** Local storage: the release whose code runs now and has shown nothing yet, and since when. */
const RUNNING = 'running_release';
/** The code of a release that works holds the page for less. */
export const FROZEN_AFTER_MS = 3_000;

/**
 * Notes that the code of a release is about to run in this browser. Code in an endless loop ends neither the
 * note nor itself, so that the next page does not start it again (product §2.591).
 */
export function noteRun(part: string, version: string): void {
  store(`${part} ${version} ${Date.now()}`);
  // The member leaves a page that still loads: a page that is frozen does not hear of it.
  document.addEventListener('visibilitychange', endRun, { once: true });
}

/** Its screen is shown, or words stand in its place. */
export function endRun(): void {
  store(undefined);
}

/** Whether this release has frozen an earlier page of this browser. */
export function hasFrozen(part: string, version: string): boolean {
  try {
    const [name, release, since] = (localStorage.getItem(RUNNING) ?? '').split(' ');
    return name === part && release === version && Date.now() - Number(since) > FROZEN_AFTER_MS;
  } catch {
    return false;
  }
}

/** Privacy settings may refuse storage: then nothing is noted. */
function store(run: string | undefined): void {
  try {
    if (run === undefined) localStorage.removeItem(RUNNING);
    else localStorage.setItem(RUNNING, run);
  } catch {}
}
