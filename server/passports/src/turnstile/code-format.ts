import { type KeyObject, sign, verify } from 'node:crypto';
import { CODE_PERIOD_S } from '@portal/shared-contract';
import { ID_BYTES, readId, writeId } from './id-bytes.ts';

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

/** The number of the period that a moment lies in. */
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

/**
 * Reads the claims of a turnstile code and checks its signature. It needs no database.
 * @param keys public keys; several during a key rotation
 */
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
