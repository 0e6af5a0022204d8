import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that says who wrote a callback: HMAC-SHA-256 of its bytes with the shared secret. */
export const SIGNATURE_HEADER = 'x-payment-signature';

export function callbackSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`payment-callback\n${body}`).digest('hex');
}

export function isSignedBy(secret: string, body: string, signature: string | undefined): boolean {
  const expected = Buffer.from(callbackSignature(secret, body));
  const shown = Buffer.from(signature ?? '');
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
