import type { Page } from '@playwright/test';

/** What no server ever issued: answered like a token that has expired. */
const EXPIRED = 'expired-access-token';

/**
 * Makes the access token of a browser expire in every place where its tabs would read it: the record
 * in IndexedDB and its mirror in local storage. The refresh token stays. Returns when all tabs see it.
 */
export const expireAccessToken = (tabs: readonly [Page, ...Page[]]): Promise<void> =>
  expire(tabs, { accessToken: 'access_token' });

/** The same for the refresh token too: the session is gone, but for the one at the provider. */
export const expireSession = (page: Page): Promise<void> =>
  expire([page], { accessToken: 'access_token', refreshToken: 'refresh_token' });

/** @param tokens by their name in the record, the one in local storage */
async function expire(
  tabs: readonly [Page, ...Page[]],
  tokens: { readonly accessToken: 'access_token'; readonly refreshToken?: 'refresh_token' },
): Promise<void> {
  await tabs[0].evaluate(
    async ({ expired, tokens }) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await asked(indexedDB.open('portal-session'));
      const store = database.transaction('session', 'readwrite').objectStore('session');
      const record: object = await asked(store.get('tokens'));
      const names = Object.keys(tokens);
      const spent = Object.fromEntries(names.map((name) => [name, expired]));
      await asked(store.put({ ...record, ...spent }, 'tokens'));
      database.close();
      for (const name of Object.values(tokens)) localStorage.setItem(name, expired);
    },
    { expired: EXPIRED, tokens },
  );
  await Promise.all(
    tabs.map((tab) =>
      tab.waitForFunction((expired) => localStorage.access_token === expired, EXPIRED),
    ),
  );
}

/** The three values of spec §3 that local storage mirrors. */
export function storedTokens(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'oneid_user_id'].map((name) => localStorage.getItem(name)),
  );
}
