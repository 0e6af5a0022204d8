import { createHash, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { ProvenRequest, TestBrowserKey } from '@portal/server-testing/browser-key';
import type { Evaluates } from './evaluates.ts';
import type { Addresses } from './portal.ts';

/** Gives the browser the key of its session, as shared-auth stores it: scripts can use it and cannot read it. */
export async function giveBrowserKey(
  context: BrowserContext,
  { portal }: Pick<Addresses, 'portal'>,
  { privateJwk, jwk }: TestBrowserKey,
): Promise<void> {
  await context.addInitScript(storeKey, { origin: portal, privateJwk, jwk });
}

/** The same for a browser whose page is one of the portal, without a script in the pages that follow. */
export async function putBrowserKey(
  page: Page,
  { privateJwk, jwk }: TestBrowserKey,
): Promise<void> {
  await page.evaluate(storeKey, { origin: new URL(page.url()).origin, privateJwk, jwk });
}

type Given = { readonly origin: string; readonly privateJwk: object; readonly jwk: object };

/** Runs in the browser, before the scripts of each page. The last key that was given wins. */
async function storeKey({ origin, privateJwk, jwk }: Given): Promise<void> {
  if (location.origin !== origin || window !== window.top) return;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await crypto.subtle.importKey('jwk', privateJwk, algorithm, false, ['sign']);
  const stored = Promise.withResolvers<void>();
  const opening = indexedDB.open('portal-session', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('session');
  opening.onsuccess = () => {
    const db = opening.result;
    const transaction = db.transaction('session', 'readwrite');
    transaction.objectStore('session').put({ privateKey, jwk }, 'browser-key');
    transaction.oncomplete = () => {
      db.close();
      stored.resolve();
    };
  };
  await stored.promise;
}

/** The key of the browser that is signed in on a page of the portal, which only the browser can use. */
export const keyOfBrowser = (page: Evaluates) => ({
  async prove({ method, url, accessToken = '', now }: ProvenRequest): Promise<string> {
    const payload = {
      jti: randomUUID(),
      htm: method,
      htu: url.split('?')[0],
      iat: Math.floor(now.getTime() / 1000),
      ath: createHash('sha256').update(accessToken).digest('base64url'),
    };
    return page.evaluate(sign, payload);
  },
});

/** Runs in the page: signs a DPoP proof (RFC 9449 §4) with the stored key. */
async function sign(payload: object): Promise<string> {
  const base64url = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const found = Promise.withResolvers<{ privateKey: CryptoKey; jwk: object }>();
  const opening = indexedDB.open('portal-session', 1);
  opening.onsuccess = () => {
    const db = opening.result;
    const asked = db.transaction('session').objectStore('session').get('browser-key');
    asked.onsuccess = () => {
      db.close();
      found.resolve(asked.result);
    };
  };
  const { privateKey, jwk } = await found.promise;
  const text = [{ typ: 'dpop+jwt', alg: 'ES256', jwk }, payload]
    .map((part) => base64url(bytesOf(JSON.stringify(part))))
    .join('.');
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, privateKey, bytesOf(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}
