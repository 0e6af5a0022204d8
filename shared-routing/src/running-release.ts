/** Local storage: the release whose code runs now and has shown nothing yet, and when its page last said so. */
const RUNNING = 'running_release';
/** How often a page whose thread is free says so: files may come slowly. */
const BEAT_MS = 1_000;
/** The code of a release that works holds the page for less. */
export const FROZEN_AFTER_MS = 3_000;

/**
 * Notes that the code of a release is about to run in this browser. Code in an endless loop ends neither the
 * note nor itself, so that the next page does not start it again (product §2.591).
 */
export function noteRun(part: string, version: string): void {
  const release = `${part} ${version} `;
  store(release + Date.now());
  // The boot script and the shell have a copy of this module each, so what has ended is read from the note.
  const beat = setInterval(() => {
    if (read().startsWith(release)) store(release + Date.now());
    else clearInterval(beat);
  }, BEAT_MS);
  // The member leaves a page that still loads: a page that is frozen does not hear of it.
  document.addEventListener('visibilitychange', endRun, { once: true });
}

/** Its screen is shown, or words stand in its place. */
export function endRun(): void {
  store(undefined);
}

/** Whether this release has frozen an earlier page of this browser. */
export function hasFrozen(part: string, version: string): boolean {
  const [name, release, since] = read().split(' ');
  return name === part && release === version && Date.now() - Number(since) > FROZEN_AFTER_MS;
}

function read(): string {
  try {
    return localStorage.getItem(RUNNING) ?? '';
  } catch {
    return '';
  }
}

/** Privacy settings may refuse storage: then nothing is noted. */
function store(run: string | undefined): void {
  try {
    if (run === undefined) localStorage.removeItem(RUNNING);
    else localStorage.setItem(RUNNING, run);
  } catch {}
}
