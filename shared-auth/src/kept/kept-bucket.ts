import { BUCKET, type KeptPlaces } from './kept-places.ts';

/** Where to keep until a time, in ms since 1970; the browser itself removes a bucket then. */
export async function placeToKeep(
  { indexedDB, buckets }: KeptPlaces,
  until: number,
): Promise<IDBFactory | undefined> {
  if (!buckets) return indexedDB;
  const bucket = await buckets.open(BUCKET, { expires: until });
  await bucket.setExpires(until);
  return bucket.indexedDB;
}

/** Where something may be kept: to open a bucket that is not there would make it. */
export async function keptPlace({
  indexedDB,
  buckets,
}: KeptPlaces): Promise<IDBFactory | undefined> {
  if (!(await buckets?.keys())?.includes(BUCKET)) return indexedDB;
  return (await buckets?.open(BUCKET))?.indexedDB;
}
