import { use } from 'react';

/** A wait up to this long shows nothing (ui.md «Feedback»): a skeleton would only flash. */
export const UNNOTICED_MS = 150;

/** Data of a screen: here already, or on its way. */
export type Soon<T> = { readonly now: T } | { readonly later: Promise<T> };

/** Waits for data as long as nobody notices; what takes longer arrives in the screen's own place. */
export async function soon<T>(data: Promise<T>): Promise<Soon<T>> {
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
export function useSoon<T>(data: Soon<T>): T {
  return 'now' in data ? data.now : use(data.later);
}
