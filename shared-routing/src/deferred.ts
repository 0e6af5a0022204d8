import { use, useEffect, useState } from 'react';

/** A wait up to this long shows nothing (design §7.1): a skeleton would only flash. */
export const UNNOTICED_MS = 150;

/** Data of a screen: here already, perhaps with newer data on its way, or on its way. */
export type Deferred<T> =
  | { readonly now: T; readonly newer?: Promise<T> }
  | { readonly later: Promise<T> };

/** An API answer, as far as it matters here. */
type Answer =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: { readonly kind: string } };

/** Waits for data up to 150 ms; data that takes longer arrives while the screen is shown. */
export async function deferred<T>(data: Promise<T>): Promise<Deferred<T>> {
  let timer: number | undefined;
  const unnoticed = new Promise<undefined>((resolve) => {
    timer = window.setTimeout(resolve, UNNOTICED_MS);
  });
  const now = data.then((value) => ({ now: value }));
  try {
    return (await Promise.race([now, unnoticed])) ?? { later: data };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Data that may be known from an earlier visit: shown at once, and replaced by the answer to the new
 * question. Without it, waits as {@link deferred} does.
 */
export async function refreshed<T extends Answer>(
  known: T | undefined,
  asked: Promise<T>,
): Promise<Deferred<T>> {
  if (!known) return deferred(asked);
  // What is known is better than an error in its place, unless the session has ended.
  const newer = asked.then((answer) =>
    answer.ok || answer.error.kind === 'session' ? answer : known,
  );
  return { now: known, newer };
}

/** The data, the newest there is; suspends while there is none. */
export function useDeferred<T>(data: Deferred<T>): T {
  const [arrived, setArrived] = useState<{ readonly of: Deferred<T>; readonly value: T }>();
  useEffect(() => {
    let isShown = true;
    if ('now' in data) void data.newer?.then((value) => isShown && setArrived({ of: data, value }));
    return () => {
      isShown = false;
    };
  }, [data]);
  if (arrived?.of === data) return arrived.value;
  return 'now' in data ? data.now : use(data.later);
}
