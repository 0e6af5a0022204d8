import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from '@playwright/test';
import type { StartOptions } from '@portal/delivery/start';
import { type Member, WORKER_MEMBERS } from './members.ts';
import { type Addresses, startTestPortal, type TestPortal } from './portal.ts';
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
  /** Set by a file whose tests break the portal or need another: they get one of their own. */
  readonly ownPortal: StartOptions | undefined;
  /** The portal under test; the shared one has no parts to stop. */
  readonly portal: Addresses & Pick<TestPortal, 'children'>;
};

const PORTAL_START_MS = 120_000;

/** The test of this package: `page` opens the running portal, and nothing goes unnoticed. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownPortal: [undefined, { scope: 'worker', option: true }],
  portal: [
    async ({ ownPortal }, use) => {
      if (!ownPortal) {
        const shared = JSON.parse(process.env.E2E_PORTAL ?? '') as Addresses;
        await use({ ...shared, children: {} });
        return;
      }
      const own = await startTestPortal({ ...ownPortal, build: false });
      await use(own);
      await own.stop();
    },
    { scope: 'worker', timeout: PORTAL_START_MS },
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
