import { withDeadline } from '@portal/shared-contract/with-deadline';
import { withKept } from './kept-database.ts';
import { BUCKET, type KeptPlaces } from './kept-places.ts';

/** As stored. The key cannot be read by any script, and the text only with the key. */
type StoredRecord<M> = M & {
  readonly subject: string;
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
};

/** What is kept beside the content stands in plain text; `until`, in ms since 1970, is when it ends. */
type Meta = { readonly until: number };

export type KeptRecord<M extends Meta = Meta> = { readonly meta: M; readonly content: unknown };

const IV_BYTES = 12;
/** Far longer than a slow phone needs. */
const ANSWERS_WITHIN_MS = 3_000;

/** Keeps content for a member, encrypted, in place of what had the name before. */
export async function writeRecord<M extends Meta>(
  name: string,
  subject: string,
  { meta, content }: KeptRecord<M>,
  places: KeptPlaces,
): Promise<void> {
  const place = await placeToKeep(places, meta.until);
  if (!place) return;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const text = await crypto.subtle.encrypt(cipher(iv, subject), key, plain);
  const record: StoredRecord<M> = { ...meta, subject, key, iv, text };
  await withKept(place, 'readwrite', (store) => store.put(record, name));
}

/**
 * What is kept under a name for a member.
 * @returns undefined where nothing is
 * @throws for what is another member's, too old, or not as it was written
 */
export async function readRecord<M extends Meta>(
  name: string,
  subject: string,
  now: number,
  places: KeptPlaces,
): Promise<KeptRecord<M> | undefined> {
  const reading = keptPlace(places).then(
    (place) =>
      place && withKept<StoredRecord<M> | undefined>(place, 'readonly', (store) => store.get(name)),
  );
  // Where nothing is kept there is no database.
  const found = await withDeadline(reading, ANSWERS_WITHIN_MS).catch(() => undefined);
  if (!found) return undefined;
  const { subject: owner, key, iv, text, ...meta } = found;
  if (owner !== subject || now >= found.until) throw new Error('Of another, or too old.');
  const plain = await crypto.subtle.decrypt(cipher(iv, subject), key, text);
  return { meta: meta as unknown as M, content: JSON.parse(new TextDecoder().decode(plain)) };
}

/** The member is part of what is authenticated, so that a record cannot be given to another. */
const cipher = (iv: Uint8Array<ArrayBuffer>, subject: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(subject),
});

/** Where to keep until a time, in ms since 1970; the browser itself removes a bucket then. */
async function placeToKeep(
  { indexedDB, buckets }: KeptPlaces,
  until: number,
): Promise<IDBFactory | undefined> {
  if (!buckets) return indexedDB;
  const bucket = await buckets.open(BUCKET, { expires: until });
  await bucket.setExpires(until);
  return bucket.indexedDB;
}

/** Where something may be kept: to open a bucket that is not there would make it. */
async function keptPlace({ indexedDB, buckets }: KeptPlaces): Promise<IDBFactory | undefined> {
  if (!(await buckets?.keys())?.includes(BUCKET)) return indexedDB;
  return (await buckets?.open(BUCKET))?.indexedDB;
}
