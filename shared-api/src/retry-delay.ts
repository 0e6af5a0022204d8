/** A longer wait is the member's to decide: the screen says when. */
const LONGEST_MS = 5_000;

/** Waits as long as `retry-after` of the first answer says, spread over a few seconds, or until the signal aborts. */
export function waitToRetry(first: Response | undefined, signal?: AbortSignal): Promise<void> {
  const delay = Number(first?.headers.get('retry-after') ?? 0) * 1000;
  return new Promise((resolve) => {
    if (!(delay > 0 && delay <= LONGEST_MS) || signal?.aborted) return resolve();
    setTimeout(resolve, delay);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
