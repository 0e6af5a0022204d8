import type { BrowserContext, Page } from '@playwright/test';
import type { TestBrowserKey } from '@portal/server/testing/browser-key';
import type { Addresses } from './portal.ts';

/**
 * Gives the browser the key to which its session is bound, as shared-auth stores it. Scripts of the
 * page can use it and cannot read it.
 */
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
