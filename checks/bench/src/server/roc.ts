/**
 * Area under the ROC curve of telling `ones` from `others` by their values alone: 0.5 is a guess,
 * 0 and 1 are certainty. It is the share of pairs in which the one is larger, a tie counting half
 * (Mann and Whitney 1947), so that a few outliers weigh little.
 */
export function areaUnderRoc(ones: readonly number[], others: readonly number[]): number {
  const all = [
    ...ones.map((value) => ({ value, one: true })),
    ...others.map((value) => ({ value, one: false })),
  ].sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ one }) => one).length;
    start = end;
  }
  return (rankSum - (ones.length * (ones.length + 1)) / 2) / (ones.length * others.length);
}
