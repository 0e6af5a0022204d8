import type { Page } from '@playwright/test';

/** A token that no server ever issued: it is answered like one that has expired. */
const EXPIRED = 'expired-access-token';

/**
 * Makes the access token of a browser expire wherever its tabs would read it: in the record in
 * IndexedDB and in its mirror in local storage (product §3.41). The refresh token stays. Returns when
 * all tabs see it.
 */
export const expireAccessToken = (tabs: readonly [Page, ...Page[]]): Promise<void> =>
  expire(tabs, { accessToken: 'access_token' });

/** The same for the refresh token too: only the provider still knows the session. */
export const expireSession = (page: Page): Promise<void> =>
  expire([page], { accessToken: 'access_token', refreshToken: 'refresh_token' });

/** @param tokens name in the record: name in local storage */
async function expire(
  tabs: readonly [Page, ...Page[]],
  tokens: { readonly accessToken: 'access_token'; readonly refreshToken?: 'refresh_token' },
): Promise<void> {
  await tabs[0].evaluate(
    async ({ expired, tokens }) => {
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await resultOf(indexedDB.open('portal-session'));
      // Without a record the mirror is all there is.
      if (database.objectStoreNames.contains('session')) {
        const store = database.transaction('session', 'readwrite').objectStore('session');
        const record: object | undefined = await resultOf(store.get('tokens'));
        const spent = Object.fromEntries(Object.keys(tokens).map((name) => [name, expired]));
        if (record) await resultOf(store.put({ ...record, ...spent }, 'tokens'));
      }
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

/** The access token, the refresh token and the subject in local storage (product §3.40). */
export function storedTokens(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    ['access_token', 'refresh_token', 'oneid_user_id'].map((name) => localStorage.getItem(name)),
  );
}

/**
 * Lets the access token of the stored session have ended by this device's clock, as on the next day.
 * Leaves the portal for a page without its session, which would renew the token at its next call.
 */
export async function endAccessToken(page: Page): Promise<void> {
  await page.goto('/silent-check.html');
  await page.evaluate(() => localStorage.setItem('access_token_expires_at', '1'));
}
