import { BUCKET, type KeptPlaces } from './kept-places.ts';

/** What one member's passes need without a connection. Nothing opens it before something is kept. */
export const DATABASE = 'portal-kept';

/**
 * Removes it with its key. A bucket goes with its files, of which a deleted database leaves some. What another tab writes
 * at this moment ends first, or fails.
 */
export async function forgetKept({ indexedDB, buckets }: KeptPlaces): Promise<void> {
  try {
    indexedDB?.deleteDatabase(DATABASE);
    await buckets?.delete(BUCKET);
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
