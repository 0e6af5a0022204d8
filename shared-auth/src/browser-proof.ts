import type { ProveBrowser } from '@portal/shared-api';
import { base64url, randomState, sha256 } from './random.ts';
import { lastResultOf, type SessionDatabase } from './session-database.ts';

/**
 * The key of this browser. Scripts can use it and cannot read it, so that a stolen token buys nothing that lasts: the
 * server asks for its proof before every sensitive change and at every renewal (docs/decisions/0017-step-up.md).
 */
export type BrowserKey = { readonly privateKey: CryptoKey; readonly jwk: JsonWebKey };

/** Where the session's database has it. */
export const BROWSER_KEY = 'browser-key';

/**
 * The key that this browser keeps; undefined where it has none.
 *
 * The page's boot script bundles this module, so it imports no library.
 */
export async function storedBrowserKey(database: SessionDatabase): Promise<BrowserKey | undefined> {
  const stored = await database('readonly', (store) =>
    lastResultOf<unknown>(store.get(BROWSER_KEY)),
  );
  return isBrowserKey(stored) ? stored : undefined;
}

/** Makes a DPoP proof (RFC 9449 §4). The token of a renewal is its refresh token. */
export async function signBrowserProof(
  { privateKey, jwk }: BrowserKey,
  { method, url, accessToken, now }: Parameters<ProveBrowser>[0],
): Promise<string> {
  const { origin, pathname } = new URL(url, globalThis.location?.href);
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk };
  const payload = {
    jti: randomState(),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(now / 1000),
    ...(accessToken !== undefined && { ath: await sha256(accessToken) }),
  };
  const text = [header, payload].map((part) => base64url(bytesOf(JSON.stringify(part)))).join('.');
  const signing = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(signing, privateKey, bytesOf(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}

/** A copy of the database that something else has made may hold an empty object for the key. */
export const isBrowserKey = (value: unknown): value is BrowserKey =>
  (value as Partial<BrowserKey> | undefined)?.privateKey?.type === 'private';

const bytesOf = (text: string) => new TextEncoder().encode(text);
