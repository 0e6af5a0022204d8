type Range = {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
};

/**
 * How much of a script has not run. Ranges lie in one another; the innermost says whether a place has run.
 */
export function unusedLength(length: number, ranges: readonly Range[]): number {
  const hasRun = new Uint8Array(length);
  const outermostFirst = ranges.toSorted(
    (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  );
  for (const { startOffset, endOffset, count } of outermostFirst) {
    hasRun.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return hasRun.reduce((sum, one) => sum + (one ? 0 : 1), 0);
}
