import type { Page } from '@playwright/test';
import { createMember } from '../support/members.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { openOffline, visitHome } from './actions.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;

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
