import type { ProveBrowser } from '@portal/shared-api';
import { base64url, randomState, sha256 } from './random.ts';
import { resultOf, type SessionDatabase } from './session/session-database.ts';

/**
 * The key of this browser. Scripts can use it and cannot read it, so that a stolen access token buys
 * nothing that lasts: the server asks for its proof before every sensitive change
 * (docs/decisions/0017-recent-proof.md).
 */
type BrowserKey = { readonly privateKey: CryptoKey; readonly jwk: JsonWebKey };

const KEY = 'browser-key';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Of a browser without IndexedDB: good until the page is left. */
let unstored: Promise<BrowserKey> | undefined;

/**
 * Makes a DPoP proof (RFC 9449 §4) with the browser's key, which is made at the first call. Undefined
 * where the browser cannot make keys.
 */
export async function proveBrowser(
  database: SessionDatabase,
  { method, url, accessToken, now }: Parameters<ProveBrowser>[0],
): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const { privateKey, jwk } = await browserKey(database);
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

async function browserKey(database: SessionDatabase): Promise<BrowserKey> {
  const stored = await database('readonly', (store) => resultOf<unknown>(store.get(KEY)));
  if (isKey(stored)) return stored;
  const made = await makeKey();
  // In one transaction: another tab may have stored a key meanwhile.
  const kept = await database('readwrite', async (store) => {
    const first = await resultOf<unknown>(store.get(KEY));
    if (!isKey(first)) await resultOf(store.put(made, KEY));
    return isKey(first) ? first : made;
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

/** A copy of the database that something else has made may hold an empty object for the key. */
const isKey = (value: unknown): value is BrowserKey =>
  (value as Partial<BrowserKey> | undefined)?.privateKey?.type === 'private';

const bytesOf = (text: string) => new TextEncoder().encode(text);
