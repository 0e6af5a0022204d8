/** How often a visible tab asks for the live releases. */
const ASK_EVERY_MS = 5 * 60_000;
/** At most this often, however often a tab is shown and hidden. */
const ASK_AT_MOST_EVERY_MS = 60_000;
/** A part of the interval by which tabs differ, so that they do not all ask at once. */
const JITTER = 0.2;
/** Within this time after a tab is shown again. */
const SHOWN_JITTER_MS = 10_000;

export type Clock = {
  now(): number;
  /** Runs a function later. @returns a function that cancels it */
  after(milliseconds: number, run: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const id = setTimeout(run, milliseconds);
    return () => clearTimeout(id);
  },
  random: () => Math.random(),
};

/**
 * Asks while the tab is visible: every 4 to 6 minutes, and soon after it is shown again. The page
 * itself was the first answer.
 * @returns a function that ends it
 */
export function pollWhileVisible(ask: () => void, clock: Clock): () => void {
  let asked = clock.now();
  let cancel = () => {};

  function wait(milliseconds: number): void {
    cancel();
    cancel = clock.after(milliseconds, () => {
      asked = clock.now();
      ask();
      waitInterval();
    });
  }
  const waitInterval = () => wait(ASK_EVERY_MS * (1 - JITTER + 2 * JITTER * clock.random()));
  function visibilityChanged(): void {
    if (document.visibilityState === 'hidden') cancel();
    else {
      const early = asked + ASK_AT_MOST_EVERY_MS - clock.now();
      wait(Math.max(0, early) + SHOWN_JITTER_MS * clock.random());
    }
  }
  document.addEventListener('visibilitychange', visibilityChanged);
  if (document.visibilityState !== 'hidden') waitInterval();
  return () => {
    cancel();
    document.removeEventListener('visibilitychange', visibilityChanged);
  };
}
