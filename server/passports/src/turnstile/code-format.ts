import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { CODE_PERIOD_S } from '@portal/shared-contract';
import { deriveEd25519Keys, type Secrets } from '@portal/shared-process/secrets';
import type { PassportSettings } from '../settings.ts';

/** The bytes of an id (UUID, RFC 9562 §4) in what is shown at a turnstile. */
export const ID_BYTES = 16;

/** Writes the id of a passport into the claims. @param at where it begins */
export function writeId(claims: Buffer, id: string, at: number): void {
  claims.write(id.replaceAll('-', ''), at, ID_BYTES, 'hex');
}

/** The id that the claims have. @param at where it begins */
export function readId(claims: Buffer, at: number): string {
  return claims
    .toString('hex', at, at + ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The text of a turnstile code is `P1.` and the base64url of its claims and their Ed25519 signature
 * (RFC 8032). The claims are, in big-endian: one byte 1, the passport's id (16 bytes), the number of
 * the period (4) and the version of the passport's codes (4).
 */
const PREFIX = 'P1.';
const FORMAT = 1;
const CLAIMS_BYTES = 1 + ID_BYTES + 4 + 4;
const SIGNATURE_BYTES = 64;
/** Domain separation: a signature made for another purpose is not valid for a turnstile code. */
const DOMAIN = Buffer.from('portal:passport-code:v1\0');

export type TurnstileClaims = {
  readonly passportId: string;
  /** The number of the period of CODE_PERIOD_S seconds since 1970. */
  readonly window: number;
  readonly version: number;
};

export function windowOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / CODE_PERIOD_S);
}

/** The start of a period, which ends at the start of the next. */
export function startOfWindow(window: number): Date {
  return new Date(window * CODE_PERIOD_S * 1000);
}

export function signTurnstileCode(
  key: KeyObject,
  { passportId, window, version }: TurnstileClaims,
): string {
  const claims = Buffer.alloc(CLAIMS_BYTES);
  claims.writeUInt8(FORMAT, 0);
  writeId(claims, passportId, 1);
  claims.writeUInt32BE(window, 1 + ID_BYTES);
  claims.writeUInt32BE(version, 1 + ID_BYTES + 4);
  const signature = sign(null, Buffer.concat([DOMAIN, claims]), key);
  return PREFIX + Buffer.concat([claims, signature]).toString('base64url');
}

/** Reads the claims of a turnstile code and checks its signature by any of the keys, without a database. */
export function readTurnstileCode(
  text: string,
  keys: readonly KeyObject[],
): TurnstileClaims | 'malformed' | 'forged' {
  const encoded = text.trim();
  if (!encoded.startsWith(PREFIX)) return 'malformed';
  const bytes = Buffer.from(encoded.slice(PREFIX.length), 'base64url');
  if (bytes.length !== CLAIMS_BYTES + SIGNATURE_BYTES || bytes[0] !== FORMAT) return 'malformed';
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  const signature = bytes.subarray(CLAIMS_BYTES);
  const message = Buffer.concat([DOMAIN, claims]);
  if (!keys.some((key) => verify(null, message, key, signature))) return 'forged';
  return {
    passportId: readId(claims, 1),
    window: claims.readUInt32BE(1 + ID_BYTES),
    version: claims.readUInt32BE(1 + ID_BYTES + 4),
  };
}

/** Tolerance in periods, for the time that it takes to show a code. */
const TOLERANCE = 1;

/** Whether a code is valid now, or too early or too late. */
export function timeOfCode({ window }: TurnstileClaims, now: Date): 'early' | 'now' | 'late' {
  const off = window - windowOf(now);
  if (off > TOLERANCE) return 'early';
  return off < -TOLERANCE ? 'late' : 'now';
}

/** The first key signs and all verify, so that keys can be rotated. */
export type TurnstileKeys = {
  readonly signing: KeyObject;
  readonly verifying: readonly KeyObject[];
};

const cache = new WeakMap<Secrets, TurnstileKeys>();

/** The configured keys, or those derived from the server's secrets. */
export function turnstileKeys({
  secrets,
  turnstileKeys,
}: Pick<PassportSettings, 'secrets' | 'turnstileKeys'>): TurnstileKeys {
  const known = cache.get(secrets);
  if (known) return known;
  const configured = turnstileKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const derived = deriveEd25519Keys(secrets, 'passport-gate');
  const signing = configured[0] ?? derived[0];
  const verifying = (configured.length > 0 ? configured : derived).map((key) =>
    createPublicKey(key),
  );
  const keys = { signing, verifying };
  cache.set(secrets, keys);
  return keys;
}
