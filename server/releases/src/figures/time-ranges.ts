/** Times are counted up to each of these, and above the last. */
const RANGE_LIMITS_MS = [
  100, 250, 500, 750, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000,
] as const;

/** The number of counts: one for each limit, and one for what took longer. */
export const RANGE_COUNT = RANGE_LIMITS_MS.length + 1;

/** Where a time is counted. */
export function rangeOf(milliseconds: number): number {
  const index = RANGE_LIMITS_MS.findIndex((limit) => milliseconds <= limit);
  return index === -1 ? RANGE_LIMITS_MS.length : index;
}

/**
 * The time within which a share of all came, even within its range; at most the last limit. Null for
 * counts of nothing.
 */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const upper = RANGE_LIMITS_MS[index];
    if (upper === undefined) break;
    if (before + count >= share * total) {
      const lower = RANGE_LIMITS_MS[index - 1] ?? 0;
      return Math.round(lower + ((share * total - before) / count) * (upper - lower));
    }
    before += count;
  }
  return RANGE_LIMITS_MS.at(-1) ?? null;
}
