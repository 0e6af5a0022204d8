import { expect, type Page } from '@playwright/test';
import { translate } from '../support/labels.ts';

/** Waits until the page's worker has kept the page with its files, as one asked for it now. */
export async function expectKept(page: Page, path: string): Promise<void> {
  const answer = await page.evaluate(async (wanted) => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage({ type: 'keep', path: wanted, loaded }, [port2]);
    return answered;
  }, path);
  expect(answer).toBe('kept');
}

/** Waits until the passes of the home have been kept. */
export async function expectPassesKept(page: Page): Promise<void> {
  await expect.poll(() => databases(page), { timeout: 15_000 }).toContain('portal-kept');
}

export const databases = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** All that the browser keeps for the portal, as text: caches, local and session storage, databases. */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    for (const { name = '' } of await indexedDB.databases()) texts.push(name);
    return texts.join('\n');
  });
}

/** The code side of the card. */
export const turnCard = (page: Page, locale: 'ja' | 'en') =>
  page.getByRole('button', { name: translate(locale, 'Show the QR code') }).click();
