import { expect, type Page } from '@playwright/test';
import type { Evaluates } from './evaluates.ts';

/** On the portal's origin, and runs nothing. */
export const NO_PAGE = '/worker.js';
/** A token that no server ever issued: it is answered like one that has expired. */
const EXPIRED = 'expired-access-token';

/** Makes the access token of a browser expire, in IndexedDB and local storage. Returns when all tabs see it. */
export const expireAccessToken = (tabs: readonly [Evaluates, ...Evaluates[]]): Promise<void> =>
  expire(tabs, { accessToken: 'access_token' });

/** The same for the refresh token too: only the provider still knows the session. */
export const expireSession = (page: Evaluates): Promise<void> =>
  expire([page], { accessToken: 'access_token', refreshToken: 'refresh_token' });

/** @param tokens name in the record: name in local storage */
async function expire(
  tabs: readonly [Evaluates, ...Evaluates[]],
  tokens: { readonly accessToken: 'access_token'; readonly refreshToken?: 'refresh_token' },
): Promise<void> {
  const values: Values = Object.entries(tokens).map(
    ([name, mirrored]) => [name, mirrored, EXPIRED] as const,
  );
  await tabs[0].evaluate(store, values);
  await Promise.all(
    tabs.map((tab) =>
      expect.poll(() => tab.evaluate(() => localStorage.access_token, undefined)).toBe(EXPIRED),
    ),
  );
}

/** Each with its name in the record and in local storage. */
type Values = readonly (readonly [name: string, mirrored: string, value: string | number])[];

/** Runs in the page: changes the stored record and its mirror. */
async function store(values: Values): Promise<void> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await resultOf(indexedDB.open('portal-session'));
  // Without a record the mirror is all there is.
  if (database.objectStoreNames.contains('session')) {
    const session = database.transaction('session', 'readwrite').objectStore('session');
    const record: object | undefined = await resultOf(session.get('tokens'));
    const changed = Object.fromEntries(values.map(([name, , value]) => [name, value]));
    if (record) await resultOf(session.put({ ...record, ...changed }, 'tokens'));
  }
  database.close();
  for (const [, mirrored, value] of values) localStorage.setItem(mirrored, String(value));
}

/** The access token, the refresh token and the subject in local storage. */
export function storedTokens(page: Evaluates): Promise<(string | null)[]> {
  return page.evaluate(
    () =>
      ['access_token', 'refresh_token', 'oneid_user_id'].map((name) => localStorage.getItem(name)),
    undefined,
  );
}

/** Lets the access token of the stored session end by this device's clock. @param page has no session */
const endStoredToken = (page: Page): Promise<void> =>
  page.evaluate(store, [['expiresAt', 'access_token_expires_at', 1]] satisfies Values);

/** The same for any page of the portal, which is left. */
export async function endAccessToken(page: Page): Promise<void> {
  await page.goto(NO_PAGE);
  await endStoredToken(page);
}
