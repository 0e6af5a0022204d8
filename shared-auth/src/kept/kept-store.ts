import type { Passport, TurnstileGrant } from '@portal/shared-contract';
import { currentPlatform, type Platform } from '../platform.ts';
import { ONEID_USER_ID } from '../stored-names.ts';
import { forgetKept } from './forget-kept.ts';
import { keptPlace, placeToKeep } from './kept-bucket.ts';
import { withKept } from './kept-database.ts';
import { KEPT_GRANTS, KEPT_PASSES } from './kept-names.ts';

/** What is kept for one member: answers of the API by path with sorted query. */
export type Kept = {
  /** ms since 1970: after this nothing is read any more. */
  readonly until: number;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The last moment, in ms since 1970, at which the passes open a turnstile without a connection. */
  readonly worksUntil?: number | undefined;
  /** With which this device makes turnstile codes; scripts can use its private part and not read it. */
  readonly deviceKey?: { readonly privateKey: CryptoKey; readonly publicKey: string } | undefined;
};

/** A grant to make the codes of one pass on this device. */
export type KeptGrant = {
  readonly grant: TurnstileGrant;
  /** How far the device's clock is ahead of the server's, in ms. */
  readonly deviceOffset: number;
};

/** A pass that this device has kept, with what makes its codes, where there is a grant. */
export type KeptPass = {
  readonly pass: Passport;
  readonly codes: (KeptGrant & { readonly key: NonNullable<Kept['deviceKey']> }) | undefined;
};

/** As stored. The key cannot be read by any script, and the text only with the key. */
type StoredRecord = Omit<Kept, 'answers'> & {
  readonly subject: string;
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
};

const RECORD = 'record';
const IV_BYTES = 12;

type Parts = Pick<Platform, 'indexedDB' | 'buckets' | 'localStorage' | 'now'>;

/**
 * Keeps answers for a member, encrypted, in place of those before. Nothing is kept, and nothing is left,
 * where that member is not the one who is signed in any more.
 * @param subject the provider's id of the member whose answers they are
 */
export async function writeKept(
  { answers, ...rest }: Kept,
  subject: string,
  { localStorage, ...places }: Parts = currentPlatform(),
): Promise<void> {
  if (localStorage.get(ONEID_USER_ID) !== subject) return;
  const place = await placeToKeep(places, rest.until);
  if (!place) return;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(answers));
  const text = await crypto.subtle.encrypt(cipher(iv, subject), key, plain);
  const record: StoredRecord = { ...rest, subject, key, iv, text };
  await withKept(place, 'readwrite', (store) => store.put(record, RECORD));
  // The session's end is written before what is kept is removed, so one of the two sees the other.
  if (localStorage.get(ONEID_USER_ID) !== subject) await forgetKept(places);
}

/** What is kept for the signed-in member. What is another member's, or too old, is removed. */
export async function readKept(
  { localStorage, now, ...places }: Parts = currentPlatform(),
): Promise<Kept | undefined> {
  const subject = localStorage.get(ONEID_USER_ID);
  if (!subject) return undefined;
  try {
    const place = await keptPlace(places);
    if (!place) return undefined;
    const found = await withKept<StoredRecord | undefined>(place, 'readonly', (store) =>
      store.get(RECORD),
    );
    if (!found) return undefined;
    if (found.subject === subject && now() < found.until) {
      const { key, iv, text, until, worksUntil, deviceKey } = found;
      const plain = await crypto.subtle.decrypt(cipher(iv, subject), key, text);
      const answers = JSON.parse(new TextDecoder().decode(plain));
      return { until, worksUntil, deviceKey, answers };
    }
  } catch {
    // Not as it was written: as another member's.
  }
  await forgetKept(places);
  return undefined;
}

/** The passes that are kept for the signed-in member; none where nothing is kept. */
export async function readKeptPasses(): Promise<readonly KeptPass[]> {
  const kept = await readKept();
  const list = kept?.answers[KEPT_PASSES] as { readonly data: readonly Passport[] } | undefined;
  const grants = kept?.answers[KEPT_GRANTS] as Readonly<Record<string, KeptGrant>> | undefined;
  return (list?.data ?? []).map((pass) => {
    const grant = grants?.[pass.id];
    return { pass, codes: grant && kept?.deviceKey && { ...grant, key: kept.deviceKey } };
  });
}

/** The member is part of what is authenticated, so that a record cannot be given to another. */
const cipher = (iv: Uint8Array<ArrayBuffer>, subject: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(subject),
});
