/** How long browsers without requestIdleCallback (Safari) wait instead. */
const IDLE_FALLBACK_MS = 200;
/** The first page's data and images load before: an idle CPU does not mean an idle network. */
export const AFTER_FIRST_PAGE_MS = 1500;

/** Runs a function after a delay. Returns a function that cancels it. */
type Wait = (milliseconds: number, run: () => void) => () => void;

function byTimer(milliseconds: number, run: () => void): () => void {
  const id = setTimeout(run, milliseconds);
  return () => clearTimeout(id);
}
let after: Wait = byTimer;

/** Sets what waits out the delays; a test may end them at once. */
export function waitWith(chosen: Wait): void {
  after = chosen;
}

/**
 * Runs a function when the browser is idle, but not before `afterMs` milliseconds have passed.
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void, afterMs = 0): () => void {
  let cancel = afterMs > 0 ? after(afterMs, () => (cancel = idle(run))) : idle(run);
  return () => cancel();
}

function idle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') return after(IDLE_FALLBACK_MS, run);
  const id = window.requestIdleCallback(() => run());
  return () => window.cancelIdleCallback(id);
}
