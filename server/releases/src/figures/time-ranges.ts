/** The times in which a release is loaded are counted up to each of these, in milliseconds, and above the last. */
const LIMITS_MS = [100, 250, 500, 750, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000];

/** Counts of nothing: one for each limit, and one for what is above the last. */
export const noCounts = (): number[] => Array<number>(LIMITS_MS.length + 1).fill(0);

/** Counts with this one time. */
export function oneIn(milliseconds: number): number[] {
  const index = LIMITS_MS.findIndex((limit) => milliseconds <= limit);
  // -1, of a time above all limits, is the last place.
  return noCounts().with(index, 1);
}

/** The sums of two lists of counts. */
export const sumOfCounts = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((count, index) => count + (other[index] ?? 0));

/**
 * The time within which a share of all came, even within its range; at most the last limit. Null for
 * counts of nothing.
 */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const upper = LIMITS_MS[index];
    if (upper === undefined) break;
    if (before + count >= share * total) {
      const lower = LIMITS_MS[index - 1] ?? 0;
      return Math.round(lower + ((share * total - before) / count) * (upper - lower));
    }
    before += count;
  }
  return LIMITS_MS.at(-1) ?? null;
}
