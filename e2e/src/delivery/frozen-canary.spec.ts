import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedRelease, publishChanged } from '../support/changed-release.ts';
import { operatorOf } from '../support/live-releases.ts';
import { builtDocument } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PROOF, test } from '../support/test.ts';

/** Each report comes from a network of its own, as behind a balancer. */
test.use({ ownPortal: { env: { TRUST_PROXY: '127.0.0.0/8,::1' } }, serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default' });

const PART = 'account';
const PATH = '/account';
/** All browsers but those with the last slice. */
const SHARE = 255;
const MINUTE_MS = 60_000;
/** The worker waits five seconds; figures are stored every five. */
const REPORTED_WITHIN_MS = 30_000;

/** Where the code of a release begins to loop. */
const FREEZES = [
  ['evaluates', ({ entry }: { entry: string }, file: string) => file === entry],
  ['renders', ({ screen }: { screen: string }, file: string) => file === screen],
] as const;

for (const [when, isFrozen] of FREEZES) {
  // @proves 2.592
  test(
    `a canary that freezes a page while it ${when} is reported with its release by the service worker`,
    PROOF,
    async ({ page, portal, member, errors }) => {
      test.setTimeout(4 * MINUTE_MS);
      errors.allow(/./);
      const folder = await mkdtemp(join(tmpdir(), 'portal-frozen-'));
      try {
        const built = await builtDocument(PART);
        if (!('entry' in built)) throw new Error('no remote');
        const [screen = ''] = built.rows[PATH]?.files ?? [];
        const operator = operatorOf(portal);
        const release = await changedRelease(PART, folder, (text, file) =>
          isFrozen({ entry: built.entry, screen }, file) ? `for (;;);${text}` : text,
        );
        const canary = await publishChanged(operator, release);
        await operator.operate({ type: 'promote', part: PART, version: canary, share: SHARE });
        await startSession(page, portal, member);
        await page.goto('/my-page');
        await expectGreeting(page, member);
        await expect.poll(() => controlled(page), { timeout: 20_000 }).toBe(true);
        const version = () => page.evaluate((part) => window.portal.remotes[part]?.version, PART);
        expect([canary, undefined]).toContain(await version());

        await page.locator(`a[href="${PATH}"]`).first().click({ noWaitAfter: true });
        const frozen = async () =>
          (await operator.figures(60)).figures.find(
            (one) => one.part === PART && one.version === canary,
          );
        await expect
          .poll(async () => (await frozen())?.codes, { timeout: REPORTED_WITHIN_MS })
          .toEqual({ frozen: 1 });
        expect(await frozen()).toMatchObject({ cohort: 'canary', failures: 1 });
        // For the next test.
        await operator.operate({ type: 'rollback', part: PART });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
}

const controlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);
