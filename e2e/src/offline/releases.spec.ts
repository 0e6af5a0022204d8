import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { PortalConfig } from '@portal/shared-contract';
import { changedRelease, marked } from '../support/changed-release.ts';
import { LOCALES, localePath } from '../support/labels.ts';
import { expectLive, makeLive, operatorOf } from '../support/live-releases.ts';
import { createMember } from '../support/members.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, PROOF, test } from '../support/test.ts';
import { everythingKept, expectPageKept, keptNames, openOffline, visitHome } from './actions.ts';

/** These tests change what is live, one after the other, on a portal of their own. */
test.use({ ...PHONE, ownPortal: {}, serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default', timeout: 120_000 });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-installed-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

for (const locale of LOCALES) {
  // @proves 14.161
  test(
    `${locale}: with the worker there, the next open shows what is live: promoted, rolled back, switched off and on again`,
    PROOF,
    async ({ page, context, portal, errors }) => {
      errors.allow(NO_CONNECTION, /status of 404/);
      const member = await createMember(portal);
      const home = localePath(locale, '/my-page');
      await visitHome(page, portal, member, locale);
      const operator = operatorOf(portal);
      const before = await shownIn(page);
      const release = await changedRelease('mypage', folder, marked(`★ ${locale}`));

      await makeLive(portal, release);
      await page.goto(home);
      await expectGreeting(page, member, locale);
      // A kept page has given place to it.
      await expect.poll(() => shownIn(page)).toBe(release.document.version);
      await expectPageKept(page, home);
      let opened = await openOffline(context, page, home);
      await expectGreeting(opened, member, locale);
      expect(await shownIn(opened)).toBe(release.document.version);

      await context.setOffline(false);
      await operator.operate({ type: 'rollback', part: 'mypage' });
      await expect.poll(() => versionOf(opened)).not.toBe(release.document.version);
      await opened.goto(home);
      await expectGreeting(opened, member, locale);
      await expect.poll(() => shownIn(opened)).toBe(before);
      await expectPageKept(opened, home);
      opened = await openOffline(context, opened, home);
      await expectGreeting(opened, member, locale);
      expect(await shownIn(opened)).toBe(before);

      await context.setOffline(false);
      await operator.operate({ type: 'kill', part: 'mypage', reason: 'The cards are wrong.' });
      await expectLive(portal, 'mypage', undefined);
      for (const connection of ['with', 'without']) {
        await context.setOffline(connection === 'without');
        await opened.goto(home);
        await expect(opened.getByRole('main')).toContainText(
          locale === 'ja' ? /ご利用いただけません/ : /is not available right now/,
        );
        if (connection === 'with') await expectPageKept(opened, home);
      }
      await context.setOffline(false);
      await operator.operate({ type: 'revive', part: 'mypage' });
      await expect.poll(() => versionOf(opened)).toBeDefined();
      await opened.goto(home);
      await expectGreeting(opened, member, locale);
    },
  );
}

// @proves 7.792
test(
  'a kept page of a withdrawn release runs none of its scripts, and is gone before the network has another one',
  PROOF,
  async ({ page, context, portal, errors }) => {
    errors.allow(NO_CONNECTION, /status of 503/);
    const member = await createMember(portal);
    await visitHome(page, portal, member);
    await page.close();
    await makeLive(portal, await changedRelease('mypage', folder, marked('★ next')));
    // Of the network there is the answer to what is live, and nothing else.
    const opened = await context.newPage();
    await opened.route('**/latest.json', async (route) =>
      route.fulfill({ response: await route.fetch() }),
    );
    await opened.addInitScript(() =>
      document.addEventListener(
        'load',
        ({ target }) => {
          if (target instanceof HTMLScriptElement) sessionStorage.setItem(target.src, 'has run');
        },
        true,
      ),
    );
    await context.setOffline(true);
    await opened.goto('/my-page', { waitUntil: 'commit' });
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('接続できません');
    expect((await keptNames(opened)).sessionStorage).toEqual([]);
    expect(await everythingKept(opened)).not.toContain('/.kept/');
    await context.setOffline(false);
    await opened.getByRole('link', { name: 'もう一度試す' }).click();
    await expectGreeting(opened, member);
    await expect(opened.getByText(/★ next/).first()).toBeVisible();
    expect((await keptNames(opened)).sessionStorage).toContainEqual(
      expect.stringContaining('/remotes/mypage/'),
    );
    await operatorOf(portal).operate({ type: 'rollback', part: 'mypage' });
  },
);

// @proves 14.163
test(
  'switched off by the operator, the worker and what it has kept are gone after the next page, and with the next one it is back',
  PROOF,
  async ({ page, portal }) => {
    const member = await createMember(portal);
    await visitHome(page, portal, member);
    const operator = operatorOf(portal);
    const config = await page.evaluate(() => window.portal.config);
    for (const isOff of [true, false]) {
      const changed: PortalConfig = isOff ? { ...config, worker: false } : config;
      const configuration = await operator.uploadConfiguration({ config: changed });
      await operator.operate({ type: 'configure', configuration });
      // Until the page that a browser loads now is made of it.
      await expect(async () => {
        await page.goto('/my-page');
        await expectGreeting(page, member);
        const worker = await page.evaluate(() => window.portal.config.worker);
        expect(worker).toBe(isOff ? false : undefined);
      }).toPass();
      await expect.poll(() => keptParts(page)).toEqual(isOff ? [0, 0] : [1, 1]);
    }
  },
);

/** How many workers and caches the browser has for the portal. */
const keptParts = (page: Page): Promise<number[]> =>
  page.evaluate(async () => [
    (await navigator.serviceWorker.getRegistrations()).length,
    (await caches.keys()).length,
  ]);

const versionOf = async (page: Page): Promise<string | undefined> =>
  (await (await page.request.get('/latest.json')).json()).parts.mypage;

/** The release of the home that a page was composed of. */
const shownIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => window.portal.remotes.mypage?.version);
