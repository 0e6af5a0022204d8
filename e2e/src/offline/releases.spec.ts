import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectLive, isMarked, makeLive, operatorOf } from '../support/live-releases.ts';
import { createMember } from '../support/members.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { expectPageKept, openOffline, visitHome } from './actions.ts';

/** These tests change what is live, one after the other, on a portal of their own. */
test.use({ ...PHONE, ownPortal: {}, serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default', timeout: 120_000 });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;
const MARK = '★';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-installed-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

// @proves 14.161
test('with the worker there, the next open shows what is live: promoted, rolled back, switched off and on again', async ({
  page,
  context,
  portal,
  errors,
}) => {
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
});

const versionOf = async (page: Page): Promise<string | undefined> =>
  (await (await page.request.get('/latest.json')).json()).parts.mypage;

// @proves 14.162
test('with one byte changed in what is kept, a file does not run and a page does not show: there are words, or the network', async ({
  page,
  context,
  portal,
  errors,
}) => {
  errors.allow(NO_CONNECTION, /status of 503/, /integrity/i, /ChunkLoadError|RemoteLoadError/);
  const member = await createMember(portal);
  await visitHome(page, portal, member);
  await changeByte(page, '/remotes/mypage/entry.');
  let opened = await openOffline(context, page, '/my-page');
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText(/表示できません/);
  await context.setOffline(false);
  await opened.goto('/my-page');
  await expectGreeting(opened, member);

  await changeByte(opened, '/.kept/page');
  opened = await openOffline(context, opened, '/my-page');
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('接続できません');
  await context.setOffline(false);
  await opened.getByRole('link', { name: 'もう一度試す' }).click();
  await expectGreeting(opened, member);
});

/** Changes one byte of what is kept at addresses with a part, with all that is said of it left as it is. */
async function changeByte(page: Page, part: string): Promise<void> {
  const changed = await page.evaluate(async (wanted) => {
    let count = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request);
        if (!kept || !request.url.includes(wanted)) continue;
        const bytes = new Uint8Array(await kept.arrayBuffer());
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        await cache.put(request, new Response(bytes, { headers: kept.headers }));
        count += 1;
      }
    }
    return count;
  }, part);
  expect(changed).toBe(1);
}
