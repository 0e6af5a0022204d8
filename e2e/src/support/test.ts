import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from '@playwright/test';
import { type Member, WORKER_MEMBERS } from './members.ts';
import type { Addresses } from './portal.ts';
import { Watch } from './watch.ts';

export { expect };

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 800 } as const;

type Fixtures = {
  /** Fails the test for whatever no member should meet and the test has not announced. */
  readonly watch: Watch;
  /** A member whom no other test uses at this moment. */
  readonly member: Member;
  /** Another browser, watched like the first: nothing is shared with it. */
  readonly newBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};
type WorkerFixtures = {
  /** The portal that all tests share; one that a test breaks is started by that test. */
  readonly portal: Addresses;
};

/** The test of this package: `page` opens the running portal, and nothing goes unnoticed. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from here
    async ({}, use) => {
      await use(JSON.parse(process.env.E2E_PORTAL ?? '') as Addresses);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.portal),
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      await watch.follow(context);
      await use(watch);
      expect(watch.surprises(), 'console, policy and network stay silent').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from here
  member: async ({}, use, testInfo) => {
    const member = WORKER_MEMBERS[testInfo.parallelIndex % WORKER_MEMBERS.length];
    if (member) await use(member);
  },
  newBrowser: async ({ browser, watch, portal }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: portal.portal, ...options });
      opened.push(context);
      await watch.follow(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});
