const STEP_MS = 50;
/** 100 a second, which one server hardly notices. */
const ACTS_OF_A_STEP = 5;
/** Of more than 6,000 items, more are taken in a step. */
const SPREAD_WITHIN_MS = 60_000;

/**
 * Acts on all of many within a minute, some at once and the others after them, so that they do not all ask the database
 * at the same time.
 * @param after a test's own time
 */
export function spread<T>(
  items: readonly T[],
  act: (item: T) => void,
  after: (next: () => void, ms: number) => void = (next, ms) => void setTimeout(next, ms).unref(),
): void {
  const atOnce = Math.max(ACTS_OF_A_STEP, Math.ceil(items.length / (SPREAD_WITHIN_MS / STEP_MS)));
  const actFrom = (from: number) => {
    for (const item of items.slice(from, from + atOnce)) act(item);
    if (from + atOnce < items.length) after(() => actFrom(from + atOnce), STEP_MS);
  };
  actFrom(0);
}
