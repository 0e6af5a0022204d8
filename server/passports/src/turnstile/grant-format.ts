import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { dayOf, startOfDay } from '@portal/server-platform/clock';
import { GRANT_BYTES } from '@portal/shared-contract/device-codes';
import { ID_BYTES, readId, writeId } from './code-format.ts';

/**
 * A grant lets one device make the turnstile codes of one passport for some days. It is the claims and their
 * Ed25519 signature (RFC 8032). The claims are, in big-endian: the passport's id (16 bytes), the version of
 * its codes (4), the number of the first day since 1970 (2) and how many days there are (1), what names the
 * session (4), and the device's public key on P-256, compressed (33). Days are those of Japan.
 */
const VERSION_AT = ID_BYTES;
const FIRST_DAY_AT = VERSION_AT + 4;
const DAYS_AT = FIRST_DAY_AT + 2;
const SESSION_AT = DAYS_AT + 1;
const SESSION_BYTES = 4;
const KEY_AT = SESSION_AT + SESSION_BYTES;
const SIGNATURE_BYTES = 64;
const CLAIMS_BYTES = GRANT_BYTES - SIGNATURE_BYTES;
/**
 * Domain separation: a signature made for another purpose is not valid for a grant. The word of before stays, since
 * phones keep what was signed with it.
 */
const DOMAIN = Buffer.from('portal:gate-grant:v1\0');
const SESSION_DOMAIN = 'portal:gate-grant-session:v1\0';

/** The DER of a P-256 public key up to its compressed point (RFC 5480 §2). */
const KEY_HEADER = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

export type GrantClaims = {
  readonly passportId: string;
  readonly version: number;
  readonly from: Date;
  readonly until: Date;
  /** See {@link sessionTag}. */
  readonly session: string;
  readonly deviceKey: Uint8Array;
};

/** Names a session so that nobody can tell it, or its member, from the name. */
export function sessionTag(sessionUid: string): string {
  const hash = createHash('sha256').update(SESSION_DOMAIN).update(sessionUid).digest();
  return hash.toString('hex', 0, SESSION_BYTES);
}

/** The device's key; undefined for bytes that are no point of the curve. */
export function deviceKeyOf(compressed: Uint8Array): KeyObject | undefined {
  try {
    const key = Buffer.concat([KEY_HEADER, compressed]);
    return createPublicKey({ key, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** @param claims `from` and `until` are midnights in Japan */
export function signGrant(key: KeyObject, claims: GrantClaims): Buffer {
  const bytes = Buffer.alloc(CLAIMS_BYTES);
  writeId(bytes, claims.passportId, 0);
  bytes.writeUInt32BE(claims.version, VERSION_AT);
  bytes.writeUInt16BE(dayOf(claims.from), FIRST_DAY_AT);
  bytes.writeUInt8(dayOf(claims.until) - dayOf(claims.from), DAYS_AT);
  bytes.write(claims.session, SESSION_AT, SESSION_BYTES, 'hex');
  bytes.set(claims.deviceKey, KEY_AT);
  return Buffer.concat([bytes, sign(null, Buffer.concat([DOMAIN, bytes]), key)]);
}

/** Reads the claims of a grant; undefined if none of the keys has signed it. */
export function readGrant(grant: Uint8Array, keys: readonly KeyObject[]): GrantClaims | undefined {
  const bytes = Buffer.from(grant);
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  const signature = bytes.subarray(CLAIMS_BYTES);
  const message = Buffer.concat([DOMAIN, claims]);
  if (!keys.some((key) => verify(null, message, key, signature))) return undefined;
  const first = claims.readUInt16BE(FIRST_DAY_AT);
  return {
    passportId: readId(claims, 0),
    version: claims.readUInt32BE(VERSION_AT),
    from: startOfDay(first),
    until: startOfDay(first + claims.readUInt8(DAYS_AT)),
    session: claims.toString('hex', SESSION_AT, SESSION_AT + SESSION_BYTES),
    deviceKey: claims.subarray(KEY_AT),
  };
}
