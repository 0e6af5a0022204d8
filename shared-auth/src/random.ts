const VERIFIER_BYTES = 32;
const STATE_BYTES = 32;
const NONCE_LENGTH = 32;
const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const randomVerifier = (): string => base64url(randomBytes(VERIFIER_BYTES));
export const randomState = (): string => base64url(randomBytes(STATE_BYTES));

export function randomNonce(): string {
  // Bytes from the last whole multiple of 62 on are drawn again, so that all characters are equally likely.
  const limit = 256 - (256 % ALPHANUMERICS.length);
  let nonce = '';
  while (nonce.length < NONCE_LENGTH) {
    for (const byte of randomBytes(NONCE_LENGTH)) {
      if (byte < limit && nonce.length < NONCE_LENGTH) {
        nonce += ALPHANUMERICS[byte % ALPHANUMERICS.length];
      }
    }
  }
  return nonce;
}

/** RFC 7636 §4.2: BASE64URL(SHA256(ASCII(verifier))). */
export const challengeOf = (verifier: string): Promise<string> => sha256(verifier);

/** The SHA-256 hash of a text, base64url. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest));
}

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
