const STEP_MS = 50;
/** 100 a second, which one server hardly notices. */
export const ACTS_OF_A_STEP = 5;

/**
 * Acts on all of many, some at once and the others after them, so that they do not all ask the database at the same time.
 * @param after a test's own time
 */
export function spread<T>(
  items: readonly T[],
  act: (item: T) => void,
  after: (next: () => void, ms: number) => void = (next, ms) => void setTimeout(next, ms).unref(),
): void {
  for (const item of items.slice(0, ACTS_OF_A_STEP)) act(item);
  const others = items.slice(ACTS_OF_A_STEP);
  if (others.length > 0) after(() => spread(others, act, after), STEP_MS);
}
