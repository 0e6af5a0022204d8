import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from '@playwright/test';
import type { StartOptions } from '@portal/delivery-serve/start/start-portal';
import { createMember, type Member } from './members.ts';
import { PageErrors } from './page-errors.ts';
import { type Addresses, startTestPortal, type TestPortal } from './portal.ts';

export { expect };

/** Options of `test.use` for the two kinds of device. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;

/** Marks what is too long for `npm test`: `npm run proofs` runs it, before a release. */
export const PROOF = { tag: '@proof' } as const;

type Fixtures = {
  /** Fails the test for every error on a page that the test has not allowed. */
  readonly errors: PageErrors;
  /** A member whom no other test knows; the profile is complete. */
  readonly member: Member;
  /** Opens another browser, which shares nothing with the first; its errors count as well. */
  readonly newBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};
type WorkerFixtures = {
  /** Set by files whose tests break the portal or need another one: they get one of their own. */
  readonly ownPortal: StartOptions | undefined;
  /** The portal under test; the edge of the shared one is elsewhere. */
  readonly portal: Addresses & Partial<Pick<TestPortal, 'edge'>>;
};

const PORTAL_START_MS = 120_000;

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownPortal: [undefined, { scope: 'worker', option: true }],
  portal: [
    async ({ ownPortal }, use) => {
      if (!ownPortal) {
        await use(JSON.parse(process.env.E2E_PORTAL ?? '') as Addresses);
        return;
      }
      const own = await startTestPortal({ ...ownPortal, build: false });
      await use(own);
      await own.stop();
    },
    { scope: 'worker', timeout: PORTAL_START_MS },
  ],
  baseURL: async ({ portal }, use) => use(portal.portal),
  errors: [
    async ({ context }, use) => {
      const errors = new PageErrors();
      await errors.watch(context);
      await use(errors);
      expect(errors.unexpected(), 'errors on a page that the test did not allow').toEqual([]);
    },
    { auto: true },
  ],
  member: async ({ portal }, use) => use(await createMember(portal)),
  newBrowser: async ({ browser, errors, portal, locale }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      // A first page is in the browser's language, so every browser of a test has one.
      const language = locale === undefined ? {} : { locale };
      const context = await browser.newContext({ baseURL: portal.portal, ...language, ...options });
      opened.push(context);
      await errors.watch(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});
