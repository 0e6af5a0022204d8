/** By how much a value grows with each step: the slope of the least-squares line through the samples. */
export function slopeOf(samples: readonly (readonly [step: number, value: number])[]): number {
  const mean = (at: 0 | 1) => samples.reduce((sum, one) => sum + one[at], 0) / samples.length;
  const [meanStep, meanValue] = [mean(0), mean(1)];
  const covariance = samples.reduce(
    (sum, [step, value]) => sum + (step - meanStep) * (value - meanValue),
    0,
  );
  return covariance / samples.reduce((sum, [step]) => sum + (step - meanStep) ** 2, 0);
}
