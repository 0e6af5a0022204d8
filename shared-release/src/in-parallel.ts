/**
 * Does the same with each value, a few of them at a time.
 * @param most how many at a time
 */
export async function inParallel<T>(
  values: readonly T[],
  most: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const left = [...values];
  const workNext = async () => {
    for (let value = left.pop(); value !== undefined; value = left.pop()) await work(value);
  };
  await Promise.all(Array.from({ length: most }, workNext));
}
