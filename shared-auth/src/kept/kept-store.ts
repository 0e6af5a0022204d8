import { currentPlatform, type Platform } from '../platform.ts';
import { ONEID_USER_ID } from '../stored-names.ts';
import { forgetKept, withKept } from './kept-database.ts';

/** What is kept for one member: answers of the API by path with sorted query. */
export type Kept = {
  /** ms since 1970: after this nothing is read any more. */
  readonly until: number;
  readonly answers: Readonly<Record<string, unknown>>;
  /** What cannot be written as text: keys that scripts can use and not read. */
  readonly keys?: Readonly<Record<string, CryptoKey>> | undefined;
};

/** As stored. The key cannot be read by any script, and the text only with the key. */
type StoredRecord = {
  readonly subject: string;
  readonly until: number;
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
  readonly keys: Kept['keys'];
};

const RECORD = 'record';
const IV_BYTES = 12;

type Parts = Pick<Platform, 'indexedDB' | 'localStorage' | 'now'>;

/**
 * Keeps answers for the signed-in member, encrypted, in place of those before. Nothing is left of them
 * where the member signs out meanwhile.
 */
export async function writeKept(
  { until, answers, keys }: Kept,
  { indexedDB, localStorage }: Parts = currentPlatform(),
): Promise<void> {
  const subject = localStorage.get(ONEID_USER_ID);
  if (!indexedDB || !subject) return;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(answers));
  const text = await crypto.subtle.encrypt(cipher(iv, subject), key, plain);
  const record: StoredRecord = { subject, until, key, iv, text, keys };
  await withKept(indexedDB, 'readwrite', (store) => store.put(record, RECORD));
  // The session's end is written before what is kept is removed, so one of the two sees the other.
  if (localStorage.get(ONEID_USER_ID) !== subject) forgetKept(indexedDB);
}

/** What is kept for the signed-in member. What is another member's, or too old, is removed. */
export async function readKept(
  { indexedDB, localStorage, now }: Parts = currentPlatform(),
): Promise<Kept | undefined> {
  const subject = localStorage.get(ONEID_USER_ID);
  if (!indexedDB || !subject) return undefined;
  try {
    const found = await withKept<StoredRecord | undefined>(indexedDB, 'readonly', (store) =>
      store.get(RECORD),
    );
    if (!found) return undefined;
    if (found.subject === subject && now() < found.until) {
      const { key, iv, text, until, keys } = found;
      const plain = await crypto.subtle.decrypt(cipher(iv, subject), key, text);
      return { until, keys, answers: JSON.parse(new TextDecoder().decode(plain)) };
    }
  } catch {
    // Not as it was written: as another member's.
  }
  forgetKept(indexedDB);
  return undefined;
}

/** The member is part of what is authenticated, so that a record cannot be given to another. */
const cipher = (iv: Uint8Array<ArrayBuffer>, subject: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(subject),
});
