/** Browsers without requestIdleCallback (Safari) wait this long instead. */
const IDLE_FALLBACK_MS = 200;
/**
 * What later pages need lets the first page's own data and pictures through first: an idle processor
 * says nothing of a slow line.
 */
export const AFTER_FIRST_PAGE_MS = 1500;

/**
 * Runs something when the browser has nothing better to do, and not before `afterMs` have passed.
 * @returns cancels it.
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

function after(ms: number, run: () => void): () => void {
  const id = setTimeout(run, ms);
  return () => clearTimeout(id);
}
