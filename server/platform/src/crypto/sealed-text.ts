import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
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

/**
 * Encrypts a text for the database with the first key (AES-256-GCM), whose id stands in front ({@link sealPrefix}).
 */
export function sealText(secrets: Secrets, { purpose, owner }: Seal, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const [key] = derivedKeyObjects(secrets, purpose);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
  const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return sealPrefix(secrets) + Buffer.concat(sealed).toString('base64url');
}

/** Decrypts {@link sealText}; undefined if no secret key of this server has sealed it. */
export function openText(
  secrets: Secrets,
  { purpose, owner }: Seal,
  sealed: string,
): string | undefined {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  return openWithAnyKey(secrets, purpose, (key) => decrypt(key, owner, bytes));
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

function decrypt(key: KeyObject, owner: string, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Encrypts an answer by a key that is derived from `token`, of which the database has only a hash. */
export function seal(answer: string, token: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(token), iv);
  const sealed = [cipher.update(answer, 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

/** @throws Error if the token is a different one or the text was changed. */
export function unseal(sealed: string, token: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, keyOf(token), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'portal:refresh-replay', 32));
}
