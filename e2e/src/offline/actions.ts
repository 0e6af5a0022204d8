import { type BrowserContext, expect, type Page } from '@playwright/test';
import { turnstile } from '../passports/turnstile.ts';
import { expectSettled } from '../support/content.ts';
import { type Member, nameOf } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf } from '../support/session.ts';

/** A member with a paid passport, whose browser has visited the home once. Returns the passport's id. */
export async function visitHome(page: Page, portal: Addresses, member: Member): Promise<string> {
  const session = await sessionOf(portal, member);
  const { id } = await buyPassport(session.api);
  expect(await turnstile(portal, '--paid', id)).toContain('Done');
  await putSession(page, session);
  await page.goto('/my-page');
  await expect(page.getByText(nameOf(member, 'ja')).first()).toBeVisible();
  // The page, and what its first view has shown.
  await expectSettled(page);
  await expectPassesKept(page);
  return id;
}

/** The app is closed, the connection gone, and the app is opened. */
export async function openOffline(
  context: BrowserContext,
  page: Page,
  path: string,
): Promise<Page> {
  await page.close();
  await context.setOffline(true);
  const opened = await context.newPage();
  await opened.goto(path);
  return opened;
}

/** Waits until the worker has kept the page that is live now, as one asked for it. */
export async function expectPageKept(page: Page, path: string): Promise<void> {
  const answer = await page.evaluate(async (wanted) => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    active?.postMessage({ type: 'keep', path: wanted, loaded: [] }, [port2]);
    return answered;
  }, path);
  expect(answer).toBe('kept');
}

/** Waits until the passes of the home have been kept, which is done when the browser is idle. */
export async function expectPassesKept(page: Page): Promise<void> {
  await expect.poll(() => everythingKept(page), { timeout: 15_000 }).toContain('portal-kept\n');
}

/** The names of what a browser keeps, by the kind of store. */
export type KeptNames = {
  /** Names of databases, with the keys of their records. */
  readonly databases: Readonly<Record<string, readonly string[]>>;
  readonly localStorage: readonly string[];
  readonly sessionStorage: readonly string[];
  /** Those of the portal and of its identity provider, without what differs each time. */
  readonly cookies: readonly string[];
  /** Names of Storage Buckets. */
  readonly buckets: readonly string[];
  /** Paths of the service workers. */
  readonly workers: readonly string[];
  readonly caches: readonly string[];
};

/** The names of everything that the browser keeps for the portal and its identity provider. */
export async function keptNames(page: Page): Promise<KeptNames> {
  const stores = await page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: Record<string, string[]> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      databases[name] = [];
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table);
        databases[name].push(...(await resultOf(store.getAllKeys())).map(String));
      }
      database.close();
    }
    const { storageBuckets } = navigator as {
      readonly storageBuckets?: { keys(): Promise<string[]> };
    };
    const workers = await navigator.serviceWorker.getRegistrations();
    return {
      databases,
      localStorage: Object.keys(localStorage).sort(),
      sessionStorage: Object.keys(sessionStorage).sort(),
      buckets: (await storageBuckets?.keys()) ?? [],
      workers: workers.map(({ active }) => new URL(active?.scriptURL ?? '').pathname),
      caches: (await caches.keys()).map((name) => name.replace(/-[^-]*$/, '')),
    };
  });
  const cookies = (await page.context().cookies()).map(({ name }) =>
    name.replace(/\.sig$/, '').replace(/(_pending)?_(\d+|[\w-]{43})$/, '$1'),
  );
  return { ...stores, cookies: [...new Set(cookies)].sort() };
}

/** All that the browser keeps, as text, for words that must not be in it. */
export async function everythingKept(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const { storageBuckets } = navigator as {
      readonly storageBuckets?: {
        keys(): Promise<string[]>;
        open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
      };
    };
    const places = [indexedDB];
    for (const name of (await storageBuckets?.keys()) ?? []) {
      const bucket = await storageBuckets?.open(name);
      if (bucket) places.push(bucket.indexedDB);
    }
    for (const place of places) {
      for (const { name } of await place.databases()) texts.push(`${name}\n`);
    }
    return texts.join('\n');
  });
  return kept + JSON.stringify(await page.context().storageState({ indexedDB: true }));
}
