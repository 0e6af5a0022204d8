/** Area under the ROC curve: the share of pairs with the larger value in `ones`, a tie counting half; 0.5 is a guess. */
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
