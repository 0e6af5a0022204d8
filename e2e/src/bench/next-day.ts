import type { BrowserContext } from '@playwright/test';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** When the access token of yesterday ended, in ms since 1970, as local storage has it. */
const LONG_AGO = '1';

/**
 * The browser of a member who comes back the next day: the session is alive, and the access token has
 * ended by this device's clock.
 */
export const nextDay = (state: StorageState): StorageState => ({
  ...state,
  origins: state.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.map(({ name, value }) => ({
      name,
      value: name === 'access_token_expires_at' ? LONG_AGO : value,
    })),
  })),
});
