import { use } from 'react';

/** A wait up to this long shows nothing (design §7.1): a skeleton would only flash. */
export const UNNOTICED_MS = 150;

/** Data of a screen: here already, or on its way. */
export type Deferred<T> = { readonly now: T } | { readonly later: Promise<T> };

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

/** The data; suspends while it is on its way. */
export function useDeferred<T>(data: Deferred<T>): T {
  return 'now' in data ? data.now : use(data.later);
}
