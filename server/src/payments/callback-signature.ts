import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header that says who wrote a callback: HMAC-SHA-256 of its bytes with the shared secret. */
export const SIGNATURE_HEADER = 'x-payment-signature';

export function callbackSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`payment-callback\n${body}`).digest('hex');
}

export function isSignedBy(secret: string, body: string, signature: string | undefined): boolean {
  return isSameSecret(signature ?? '', callbackSignature(secret, body));
}

/** Compared by hash, so that neither length nor first difference shows in the time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
