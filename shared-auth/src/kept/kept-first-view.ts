import { currentPlatform, type Platform } from '../platform.ts';
import { ONEID_USER_ID } from '../stored-names.ts';
import { readRecord } from './kept-record.ts';

/** Under which the answers are kept that fill the first view of the page at a path. */
export const firstViewRecord = (pathname: string): string => `first-view ${pathname}`;

/**
 * What the first view of a page has last shown to the signed-in member, by the address of each call. The page's boot
 * script bundles this module, so it imports no library.
 * @returns undefined where nothing is kept, or not for this member
 */
export async function keptFirstView(
  pathname: string,
  {
    localStorage,
    now,
    ...places
  }: Pick<Platform, 'indexedDB' | 'buckets' | 'localStorage' | 'now'> = currentPlatform(),
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const subject = localStorage.get(ONEID_USER_ID);
  try {
    const found = subject && (await readRecord(firstViewRecord(pathname), subject, now(), places));
    return found ? new Map(Object.entries(found.content as object)) : undefined;
  } catch {
    return undefined;
  }
}
