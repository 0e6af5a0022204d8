import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectLive, isMarked, makeLive, operatorOf } from '../support/live-releases.ts';
import { createMember } from '../support/members.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, PROOF, test } from '../support/test.ts';
import { expectPageKept, openOffline, visitHome } from './actions.ts';

/** This test changes what is live, so it has a portal of its own. */
test.use({ ...PHONE, ownPortal: {}, serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;
const MARK = '★';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-installed-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

// @proves 14.161
test(
  'with the worker there, the next open shows what is live: promoted, rolled back, switched off and on again',
  PROOF,
  async ({ page, context, portal, errors }) => {
    errors.allow(NO_CONNECTION, /status of 404/);
    const member = await createMember(portal);
    await visitHome(page, portal, member);
    const operator = operatorOf(portal);
    const release = await changedRelease('mypage', folder, marked(MARK));

    await makeLive(portal, release);
    await page.goto('/my-page');
    await expectGreeting(page, member);
    expect(await isMarked(page, MARK)).toBe(true);
    await expectPageKept(page, '/my-page');
    let opened = await openOffline(context, page, '/my-page');
    await expectGreeting(opened, member);
    expect(await isMarked(opened, MARK)).toBe(true);

    await context.setOffline(false);
    await operator.operate({ type: 'rollback', part: 'mypage' });
    await expect.poll(() => versionOf(opened)).not.toBe(release.document.version);
    await opened.goto('/my-page');
    await expectGreeting(opened, member);
    expect(await isMarked(opened, MARK)).toBe(false);
    await expectPageKept(opened, '/my-page');
    opened = await openOffline(context, opened, '/my-page');
    await expectGreeting(opened, member);
    expect(await isMarked(opened, MARK)).toBe(false);

    await context.setOffline(false);
    await operator.operate({ type: 'kill', part: 'mypage', reason: 'The cards are wrong.' });
    await expectLive(portal, 'mypage', undefined);
    for (const connection of ['with', 'without']) {
      await context.setOffline(connection === 'without');
      await opened.goto('/my-page');
      await expect(opened.getByRole('main')).toContainText(/ご利用いただけません|停止/);
      if (connection === 'with') await expectPageKept(opened, '/my-page');
    }
    await context.setOffline(false);
    await operator.operate({ type: 'revive', part: 'mypage' });
    await expect.poll(() => versionOf(opened)).toBeDefined();
    await opened.goto('/my-page');
    await expectGreeting(opened, member);
  },
);

const versionOf = async (page: Page): Promise<string | undefined> =>
  (await (await page.request.get('/latest.json')).json()).parts.mypage;
