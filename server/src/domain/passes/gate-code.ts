import { type KeyObject, sign, verify } from 'node:crypto';
import { CODE_PERIOD_S } from '@portal/shared-contract';

/**
 * The text of a code for the gate: `P1.` and, in base64url, what it says and an Ed25519 signature
 * (RFC 8032) of it. It says: one byte 1, the pass' id (16 bytes), its window of time (4) and the
 * version of the pass' codes (4), all big-endian.
 */
const PREFIX = 'P1.';
const FORMAT = 1;
const ID_BYTES = 16;
const CLAIMS_BYTES = 1 + ID_BYTES + 4 + 4;
const SIGNATURE_BYTES = 64;
/** So that no signature made for anything else is one of a code. */
const DOMAIN = Buffer.from('portal:passport-code:v1\0');

export type GateClaims = {
  readonly passId: string;
  /** The number of its period of CODE_PERIOD_S seconds since 1970. */
  readonly window: number;
  readonly version: number;
};

export function windowOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / CODE_PERIOD_S);
}

/** The first moment of a window; it ends with the first of the next. */
export function startOfWindow(window: number): Date {
  return new Date(window * CODE_PERIOD_S * 1000);
}

export function signGateCode(key: KeyObject, { passId, window, version }: GateClaims): string {
  const claims = Buffer.alloc(CLAIMS_BYTES);
  claims.writeUInt8(FORMAT, 0);
  claims.write(passId.replaceAll('-', ''), 1, ID_BYTES, 'hex');
  claims.writeUInt32BE(window, 1 + ID_BYTES);
  claims.writeUInt32BE(version, 1 + ID_BYTES + 4);
  const signature = sign(null, Buffer.concat([DOMAIN, claims]), key);
  return PREFIX + Buffer.concat([claims, signature]).toString('base64url');
}

/**
 * What a shown text says, if one of the keys has signed it. Needs no database.
 * @param keys public ones; several while a key is being replaced
 */
export function readGateCode(
  text: string,
  keys: readonly KeyObject[],
): GateClaims | 'malformed' | 'forged' {
  const encoded = text.trim();
  if (!encoded.startsWith(PREFIX)) return 'malformed';
  const bytes = Buffer.from(encoded.slice(PREFIX.length), 'base64url');
  if (bytes.length !== CLAIMS_BYTES + SIGNATURE_BYTES || bytes[0] !== FORMAT) return 'malformed';
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  const signature = bytes.subarray(CLAIMS_BYTES);
  const message = Buffer.concat([DOMAIN, claims]);
  if (!keys.some((key) => verify(null, message, key, signature))) return 'forged';
  return {
    passId: claims
      .toString('hex', 1, 1 + ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    window: claims.readUInt32BE(1 + ID_BYTES),
    version: claims.readUInt32BE(1 + ID_BYTES + 4),
  };
}

/** A phone's clock may be somewhat off, and holding it up takes a moment. */
const WINDOWS_OFF = 1;

/** Whether a code is of this moment: before, now or past. */
export function timeOfCode({ window }: GateClaims, now: Date): 'early' | 'now' | 'late' {
  const off = window - windowOf(now);
  if (off > WINDOWS_OFF) return 'early';
  return off < -WINDOWS_OFF ? 'late' : 'now';
}
