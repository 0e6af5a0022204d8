/** Local storage, by remote: its release whose code runs and has shown nothing yet, and when it said so. */
const RUNNING = 'running_release_';
/** How often a page whose thread is free says so: files may come slowly. */
const BEAT_MS = 1_000;
/** The code of a release that works holds the page for less. */
const FROZEN_AFTER_MS = 3_000;

/**
 * Notes that the code of a release is about to run in this browser. Code in an endless loop ends neither the
 * note nor itself, so that the next page does not start it again.
 */
export function noteRun(part: string, version: string): void {
  store(part, `${version} ${Date.now()}`);
  // The boot script and the shell have a copy of this module each, so what has ended is read from the note.
  const beat = setInterval(() => {
    if (read(part).startsWith(`${version} `)) store(part, `${version} ${Date.now()}`);
    else clearInterval(beat);
  }, BEAT_MS);
  // The member leaves a page that still loads: a page that is frozen does not hear of it.
  document.addEventListener('visibilitychange', () => endRun(part), { once: true });
}

/** Its screen is shown, or words stand in its place. */
export function endRun(part: string): void {
  store(part, undefined);
}

/** Whether this release has frozen an earlier page of this browser. */
export function hasFrozen(part: string, version: string): boolean {
  const [release, since] = read(part).split(' ');
  return release === version && Date.now() - Number(since) > FROZEN_AFTER_MS;
}

function read(part: string): string {
  try {
    return localStorage.getItem(RUNNING + part) ?? '';
  } catch {
    return '';
  }
}

/** Privacy settings may refuse storage: then nothing is noted. */
function store(part: string, run: string | undefined): void {
  try {
    if (run === undefined) localStorage.removeItem(RUNNING + part);
    else localStorage.setItem(RUNNING + part, run);
  } catch {}
}
