import type { Browser } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { PageErrors } from '../support/page-errors.ts';
import { DESKTOP, expect, PHONE, test as portalTest } from '../support/test.ts';
import { openConnection } from './connection.ts';
import { type Engine, type EngineName, engineOnMachine } from './engines.ts';
import { typeIntoFields } from './firefox.ts';
import type { TabBrowser } from './tab.ts';
import { openWebKit } from './webkit.ts';

export { expect };

/** Only Chromium can be told to be a phone; the others get its window. */
const SIZES = { phone: PHONE, desktop: DESKTOP } as const;
export type Size = keyof typeof SIZES;

/** Opens a browser of the engine under test, which shares nothing with those before. */
export type OpenBrowser = (size: Size, locale: Locale) => Promise<TabBrowser>;

/**
 * Firefox's words for the style that Playwright puts into a page before it takes a picture, and for what had not come
 * when its page was left: a file, whose hash is that of nothing, the frame of the session's check, and what the worker
 * was to answer.
 */
const OF_THE_DRIVER = [
  /policy style-src-elem stopped inline/,
  /blocked an inline style \(style-src-elem\)/,
  /The computed hash is “OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6/,
  /NS_ERROR_FAILURE \(\S+\/silent-check\.html/,
  /Failed to load ‘’\. A ServiceWorker intercepted the request/,
];

type Fixtures = { readonly openBrowser: OpenBrowser };
type WorkerFixtures = {
  /** Of the project. */
  readonly engine: EngineName;
  readonly launched: { readonly browser?: Browser; readonly driver?: string };
};

export const test = portalTest.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { scope: 'worker', option: true }],
  launched: [
    async ({ engine }, use) => {
      const found = engineOnMachine(engine) as Engine;
      if ('driver' in found) return use(found);
      const browser = await found.browser.launch(found.options);
      if (found.options.channel === 'moz-firefox') {
        const page = await browser.newPage();
        typeIntoFields(page.locator('input'));
        await page.close();
      }
      await use({ browser });
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Of the browsers that the test opens; Playwright's own page would be another one.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  errors: async ({}, use) => {
    const errors = new PageErrors();
    errors.allow(...OF_THE_DRIVER);
    await use(errors);
    expect(errors.unexpected(), 'errors on a page that the test did not allow').toEqual([]);
  },
  openBrowser: async ({ engine, launched, portal, errors }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (size, locale) => {
      const { viewport } = SIZES[size];
      const common = { baseURL: portal.portal, locale: locale === 'ja' ? 'ja-JP' : 'en-US' };
      const { browser, driver } = launched;
      if (!browser) {
        const onConsole = (line: string) => errors.met(line);
        const webkit = await openWebKit(driver ?? '', { ...common, viewport, onConsole });
        opened.push(webkit);
        return webkit;
      }
      // Firefox that is told to be offline does not ask its service worker.
      const connection = engine === 'firefox' ? await openConnection() : undefined;
      const context = await browser.newContext({
        ...common,
        ...(engine === 'chromium' ? SIZES[size] : { viewport }),
        ...(connection && { proxy: { server: `http://${connection.proxy}` } }),
        serviceWorkers: 'allow',
      });
      opened.push(context, ...(connection ? [connection] : []));
      await errors.watch(context);
      return connection
        ? Object.assign(context, {
            setOffline: async (offline: boolean) => connection.setOffline(offline),
          })
        : context;
    });
    for (const one of opened) await one.close();
  },
});
