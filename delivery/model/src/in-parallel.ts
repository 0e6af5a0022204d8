/**
 * Does the same with each value, in their order, a few of them at a time.
 * @throws what the first failing work throws; work that has begun goes on
 */
export async function inParallel<T>(
  values: readonly T[],
  most: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const left = [...values];
  const workNext = async () => {
    for (let value = left.shift(); value !== undefined; value = left.shift()) await work(value);
  };
  await Promise.all(Array.from({ length: most }, workNext));
}
