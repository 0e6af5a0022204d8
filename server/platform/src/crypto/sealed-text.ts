import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
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

/** What a text is sealed for. */
export type Seal = {
  /** Of the key, see `deriveKeys`. */
  readonly purpose: Purpose;
  /** A text that is copied to another owner cannot be opened. */
  readonly owner: string;
};

/**
 * Encrypts a text for the database with the first secret key (AES-256-GCM). The id of the key stands in
 * front, so that a query finds what an older key has sealed: see {@link sealPrefix}.
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
  // What was sealed before there could be several keys has no id.
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
