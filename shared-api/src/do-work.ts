import type { Work } from '@portal/shared-contract';

/**
 * Does the work that the server asks for before it sends a code. PBKDF2 runs off the
 * page's own thread, so the page stays usable meanwhile: on average a second or two.
 * @returns the answer for the header; undefined once the signal aborts
 */
export async function doWork(
  { challenge, bits, iterations }: Work,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(challenge), 'PBKDF2', false, [
    'deriveBits',
  ]);
  for (let number = 0; !signal?.aborted; number += 1) {
    const salt = text.encode(String(number));
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    const derived = new DataView(await crypto.subtle.deriveBits(how, key, 32)).getUint32(0);
    if (derived >>> (32 - bits) === 0) return `${challenge}.${number}`;
  }
  return undefined;
}
