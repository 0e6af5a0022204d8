/** What came of a load. Times in ms. */
export type LoadResult = {
  /** Per second that counted. */
  readonly rate: number;
  readonly done: number;
  readonly p50: number;
  readonly p99: number;
};

/**
 * So many callers, each of whom begins anew as soon as the last call has ended, for a warm-up that
 * does not count and then for the time that does.
 * @param call does one thing and answers how long it took in ms, or undefined where it must not count
 */
export async function closedLoop(
  { callers, warmUpMs, ms }: { callers: number; warmUpMs: number; ms: number },
  call: (caller: number) => Promise<number | undefined>,
  onMeasured: () => void = () => {},
): Promise<LoadResult> {
  const started = performance.now();
  const from = started + warmUpMs;
  const until = from + ms;
  const times: number[] = [];
  let measuring = false;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (;;) {
        const begun = performance.now();
        if (begun >= until) return;
        if (!measuring && begun >= from) {
          measuring = true;
          onMeasured();
        }
        const took = await call(caller);
        const end = performance.now();
        if (took !== undefined && end >= from && end < until) times.push(took);
      }
    }),
  );
  return {
    rate: times.length / (ms / 1000),
    done: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

/** The nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
