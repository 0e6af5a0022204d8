import type { ProveBrowser } from '@portal/shared-api';
import {
  BROWSER_KEY,
  type BrowserKey,
  isBrowserKey,
  signBrowserProof,
  storedBrowserKey,
} from './browser-proof.ts';
import { resultOf, type SessionDatabase } from './session-database.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Of a browser without IndexedDB: good until the page is left. */
let unstored: Promise<BrowserKey> | undefined;

/** A DPoP proof (RFC 9449 §4) with the browser's key; undefined where the browser cannot make keys. */
export async function proveBrowser(
  database: SessionDatabase,
  call: Parameters<ProveBrowser>[0],
): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  return signBrowserProof(await browserKey(database), call);
}

/** Whether the browser's key will still be here when a later page renews the tokens. */
export const keepsBrowserKey = async (database: SessionDatabase): Promise<boolean> =>
  (await storedBrowserKey(database)) !== undefined;

async function browserKey(database: SessionDatabase): Promise<BrowserKey> {
  const stored = await storedBrowserKey(database);
  if (stored) return stored;
  const made = await makeKey();
  // In one transaction: another tab may have stored a key meanwhile.
  const kept = await database('readwrite', async (store) => {
    const first = await resultOf<unknown>(store.get(BROWSER_KEY));
    if (!isBrowserKey(first)) await resultOf(store.put(made, BROWSER_KEY));
    return isBrowserKey(first) ? first : made;
  });
  if (kept) return kept;
  unstored ??= Promise.resolve(made);
  return unstored;
}

async function makeKey(): Promise<BrowserKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty, crv, x, y } as JsonWebKey };
}
