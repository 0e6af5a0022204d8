import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import {
  derivedKeyObjects,
  deriveKeys,
  openWithAnyKey,
  type Purpose,
  type Secrets,
} from '@portal/shared-process/secrets';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;

export type Seal = {
  /** Of the key, see `deriveKeys`. */
  readonly purpose: Purpose;
  /** A text that is copied to another owner cannot be opened. */
  readonly owner: string;
};

/** Encrypts a text for the database with the first key (AES-256-GCM), whose id stands in front ({@link sealPrefix}). */
export function sealText(secrets: Secrets, { purpose, owner }: Seal, text: string): string {
  const [key] = derivedKeyObjects(secrets, purpose);
  const { iv, content, tag } = encrypt(key, owner, text);
  return sealPrefix(secrets) + Buffer.concat([iv, content, tag]).toString('base64url');
}

/** Decrypts {@link sealText}; undefined if no secret key of this server has sealed it. */
export function openText(
  secrets: Secrets,
  { purpose, owner }: Seal,
  sealed: string,
): string | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const content = bytes.subarray(IV_BYTES, -TAG_BYTES);
  const parts = { iv: bytes.subarray(0, IV_BYTES), content, tag: bytes.subarray(-TAG_BYTES) };
  return openWithAnyKey(secrets, purpose, (key) => decrypt(key, owner, parts));
}

/** Seals a text again with the first key; undefined if no key opens it. */
export function resealText(secrets: Secrets, seal: Seal, sealed: string): string | undefined {
  const text = openText(secrets, seal, sealed);
  return text === undefined ? undefined : sealText(secrets, seal, text);
}

/** What everything begins with that the first key has sealed. */
export function sealPrefix(secrets: Secrets): string {
  const [id] = deriveKeys(secrets, 'key-id');
  return `${id.toString('base64url').slice(0, KEY_ID_LENGTH)}.`;
}

/** Encrypts an answer by a key that is derived from `token`, of which the database has only a hash. */
export const seal = (answer: string, token: string): string => sealWith(keyOf(token), '', answer);

/** @throws Error if the token is a different one or the text was changed. */
export function unseal(sealed: string, token: string): string {
  const answer = openWith(keyOf(token), '', sealed);
  if (answer === undefined) throw new Error('Sealed with another token');
  return answer;
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'portal:refresh-replay', 32));
}

/** Encrypts a text of an owner, without the name of the key. */
export function sealWith(key: CipherKey, owner: string, text: string): string {
  const { iv, tag, content } = encrypt(key, owner, text);
  return Buffer.concat([iv, tag, content]).toString('base64url');
}

/** Decrypts {@link sealWith}; undefined for another key or owner, and for a text that was changed. */
export function openWith(key: CipherKey, owner: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const begin = IV_BYTES + TAG_BYTES;
  const tag = bytes.subarray(IV_BYTES, begin);
  return decrypt(key, owner, {
    iv: bytes.subarray(0, IV_BYTES),
    tag,
    content: bytes.subarray(begin),
  });
}

function encrypt(key: CipherKey, owner: string, text: string) {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { iv, content, tag: cipher.getAuthTag() };
}

function decrypt(key: CipherKey, owner: string, { iv, content, tag }: ReturnType<typeof encrypt>) {
  if (content.length === 0) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return decipher.update(content, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
