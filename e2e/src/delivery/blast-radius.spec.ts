import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/changeable-portal.ts';
import { changedRelease } from '../support/changed-release.ts';
import { makeLive } from '../support/live-releases.ts';
import { createMember } from '../support/members.ts';
import { builtDocument } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { PROOF } from '../support/test.ts';

const PART = 'account';
/** Longer than a release may hold a page before the next page leaves it out. */
const FROZEN_AFTER_MS = 6_000;

/** What the entry of a remote does in the realm that all share, and what its own visitor then sees. */
const HARMS = [
  ['loops', 'for (;;);', 'frozen'],
  ['throws', 'throw new Error("broken release");', 'works'],
  ['redefines fetch', 'fetch = () => new Promise(() => {});', undefined],
  ['redefines Array.prototype.map', 'Array.prototype.map = () => [];', undefined],
  ['redefines history.pushState', 'history.pushState = () => {};', undefined],
  [
    'adds a capturing listener',
    'addEventListener("click", (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);',
    undefined,
  ],
  [
    'fills local storage',
    'for (let size = 1e6; size > 1; ) try { localStorage.setItem(Math.random(), "x".repeat(size)); } catch { size /= 2; }',
    undefined,
  ],
  ['leaks 200 MB', 'self.leak = new Uint8Array(2e8).fill(1);', undefined],
  [
    'opens 200 connections',
    'for (let n = 0; n < 200; n += 1) void fetch("/api/?" + n);',
    undefined,
  ],
] as const;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-blast-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

for (const [harm, code, expected] of HARMS) {
  // @proves 2.590 2.591
  test(
    `a remote that ${harm}: nothing before its visit, and the next page works`,
    harm === 'loops' ? {} : PROOF,
    async ({ page, context, portal, errors }) => {
      errors.allow(/./); // Each harm has its own.
      // Who has a card of the part on the home visits it there.
      const member = await createMember(portal, { mfaEnabled: true });
      const { entry } = (await builtDocument(PART)) as { entry?: string };
      const stem = entry?.split('.')[0] ?? '';
      const release = await changedRelease(PART, folder, (text, file) =>
        file === entry ? `self.hasRun = true; ${code} ${text}` : text,
      );
      await makeLive(portal, release);
      await startSession(page, portal, member);

      const fetched = page.waitForResponse((answer) =>
        answer.url().includes(`/remotes/${PART}/${stem}.`),
      );
      await page.goto('/my-page');
      await (await fetched).finished();
      await expectGreeting(page, member);
      expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);

      await page.goto('/account', { waitUntil: 'commit' });
      const visit = await outcomeOf(page);
      test.info().annotations.push({ type: 'a visit', description: visit });
      if (expected) expect(visit).toBe(expected);
      await page.close();

      const next = await context.newPage();
      await next.goto('/my-page');
      await expectGreeting(next, member);
      if (harm === 'loops') {
        // The release before it takes its place.
        await next.goto('/account', { waitUntil: 'commit' });
        expect(await outcomeOf(next)).toBe('works');
      }
    },
  );
}

type Outcome = 'works' | 'error screen' | 'frozen';

/** What a member sees of a page: its screen, the words in place of it, or nothing that moves. */
async function outcomeOf(page: Page): Promise<Outcome> {
  const errorScreen = page.locator('[data-error-screen]');
  const shown: Promise<Outcome> = page
    .locator('main h1')
    .first()
    .waitFor({ timeout: FROZEN_AFTER_MS })
    .then(async () => ((await errorScreen.count()) > 0 ? 'error screen' : 'works'))
    .catch(() => 'frozen');
  const limit = new Promise<Outcome>((resolve) =>
    setTimeout(() => resolve('frozen'), FROZEN_AFTER_MS + 1_000),
  );
  return Promise.race([shown, limit]);
}
