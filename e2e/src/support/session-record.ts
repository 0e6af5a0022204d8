import type { Page } from '@playwright/test';

/** What no server ever issued: answered like a token that has expired. */
const EXPIRED = 'expired-access-token';

/**
 * Makes the access token of a browser expire in every place where its tabs would read it: the record
 * in IndexedDB and its mirror in local storage. The refresh token stays. Returns when all tabs see it.
 */
export async function expireAccessToken(tabs: readonly [Page, ...Page[]]): Promise<void> {
  await tabs[0].evaluate(async (expired) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await asked(indexedDB.open('portal-session'));
    const store = database.transaction('session', 'readwrite').objectStore('session');
    const record: { accessToken: string } = await asked(store.get('tokens'));
    await asked(store.put({ ...record, accessToken: expired }, 'tokens'));
    database.close();
    localStorage.setItem('access_token', expired);
  }, EXPIRED);
  for (const tab of tabs) {
    await tab.waitForFunction((expired) => localStorage.access_token === expired, EXPIRED);
  }
}

/** The three values of spec §3 that local storage mirrors. */
export function storedTokens(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'oneid_user_id'].map((name) => localStorage.getItem(name)),
  );
}
