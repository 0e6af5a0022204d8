import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header with the callback's signature: HMAC-SHA-256 of its body with the shared secret. */
export const SIGNATURE_HEADER = 'x-payment-signature';

export function callbackSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`payment-callback\n${body}`).digest('hex');
}

export function isValidSignature(
  secret: string,
  body: string,
  signature: string | undefined,
): boolean {
  return isSameSecret(signature ?? '', callbackSignature(secret, body));
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
