import { createHmac } from 'node:crypto';
import { isSameSecret } from '@portal/shared-process/secrets';

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
