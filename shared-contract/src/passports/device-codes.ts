/*
 * Turnstile codes that a device makes without a connection (docs/decisions/0064-codes.md). A code is
 * `P2.` and the base32 of
 *
 *   grant   124 bytes  what the server has signed: see the server's turnstile/grant-format.ts
 *   period    4        its number since 1970, big-endian
 *   signature 64       the device's ECDSA signature (P-256, SHA-256, r and s) of both
 *
 * The 311 characters are all alphanumeric to a QR code, and as many as its version 10 holds with the error
 * correction M. Base64url would need version 12.
 */

/** The period of a turnstile code. */
export const CODE_PERIOD_S = 30;
export const DEVICE_CODE_PREFIX = 'P2.';
export const GRANT_BYTES = 124;
export const PERIOD_BYTES = 4;
export const SIGNATURE_BYTES = 64;
export const DEVICE_CODE_BYTES = GRANT_BYTES + PERIOD_BYTES + SIGNATURE_BYTES;

/** Domain separation: a signature made for another purpose proves nothing here. */
const DOMAIN = 'portal:device-code:v1\0';
/** RFC 4648 §6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A grant and the period that it is used in, as they stand in a code. */
export function grantInPeriod(grant: Uint8Array, period: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(grant.length + PERIOD_BYTES);
  bytes.set(grant);
  new DataView(bytes.buffer).setUint32(grant.length, period);
  return bytes;
}

/**
 * What the device signs.
 * @param signed see {@link grantInPeriod}
 */
export function signedMessage(signed: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(new TextEncoder().encode(DOMAIN), signed);
}

/** The text of a code, see above. */
export function deviceCodeText(signed: Uint8Array, signature: Uint8Array): string {
  return DEVICE_CODE_PREFIX + toBase32(joined(signed, signature));
}

/** The parts of a code; undefined for a text that is none. Nothing is verified. */
export function deviceCodeParts(
  text: string,
): { readonly signed: Uint8Array; readonly signature: Uint8Array } | undefined {
  if (!text.startsWith(DEVICE_CODE_PREFIX)) return undefined;
  const bytes = fromBase32(text.slice(DEVICE_CODE_PREFIX.length));
  if (bytes?.length !== DEVICE_CODE_BYTES) return undefined;
  const signed = bytes.subarray(0, GRANT_BYTES + PERIOD_BYTES);
  return { signed, signature: bytes.subarray(GRANT_BYTES + PERIOD_BYTES) };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) {
      text += BASE32[(value >> (bits - 5)) & 31];
      value &= (1 << (bits - 5)) - 1;
    }
  }
  return bits > 0 ? text + BASE32[value << (5 - bits)] : text;
}

/** Undefined for another character, and for a text that `toBase32` does not make. */
function fromBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    const digit = BASE32.indexOf(character);
    if (digit < 0) return undefined;
    value = (value << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(value >> bits);
    value &= (1 << bits) - 1;
  }
  return bits < 5 && value === 0 ? new Uint8Array(bytes) : undefined;
}
