/** The limits up to each of which values are counted, in ascending order; what is above the last is counted too. */
export type Ranges = readonly number[];

/** Of the times in which a release is loaded, in milliseconds. */
export const LOAD_RANGES: Ranges = [
  100, 250, 500, 750, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000,
];

/** Counts of nothing: one for each limit, and one for what is above the last. */
export const noCounts = (ranges: Ranges): number[] => Array<number>(ranges.length + 1).fill(0);

/** Where a value is counted. */
function rangeOf(ranges: Ranges, value: number): number {
  const index = ranges.findIndex((limit) => value <= limit);
  return index === -1 ? ranges.length : index;
}

/** Counts with this one value. */
export const oneIn = (ranges: Ranges, value: number): number[] =>
  noCounts(ranges).with(rangeOf(ranges, value), 1);

/** How many values were counted. */
const totalOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count) => sum + count, 0);

/** The sums of two lists of counts. */
export const sumOfCounts = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((count, index) => count + (other[index] ?? 0));

/**
 * The value up to which a share of all came, even within its range; at most the last limit. Null for
 * counts of nothing.
 */
export function quantileOf(
  ranges: Ranges,
  counts: readonly number[],
  share: number,
): number | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const upper = ranges[index];
    if (upper === undefined) break;
    if (before + count >= share * total) {
      const lower = ranges[index - 1] ?? 0;
      return Math.round(lower + ((share * total - before) / count) * (upper - lower));
    }
    before += count;
  }
  return ranges.at(-1) ?? null;
}
