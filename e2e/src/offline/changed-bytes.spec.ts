import type { Page } from '@playwright/test';
import { clearBrowserCache } from '../support/browser-cache.ts';
import { LOCALES, localePath } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, tagOfLanguage, test } from '../support/test.ts';
import { openOffline, visitHome } from './actions.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;

for (const locale of LOCALES) {
  // @proves 14.162
  test(
    `${locale}: with one byte changed in what is kept, a file does not run and a page does not show: there are words, or the network`,
    tagOfLanguage(locale),
    async ({ page, context, portal, errors }) => {
      errors.allow(
        NO_CONNECTION,
        /status of 503/,
        /integrity/i,
        /ChunkLoadError|RemoteLoadError|Failed to fetch/,
      );
      const home = localePath(locale, '/my-page');
      const member = await createMember(portal);
      await visitHome(page, portal, member, locale);
      await changeByte(page, '/remotes/mypage/entry.');
      // The copy in the browser's own cache is unchanged, and would run.
      await clearBrowserCache(page);
      let opened = await openOffline(context, page, home);
      await expect(opened.getByRole('heading', { level: 1 })).toHaveText(
        locale === 'ja' ? /表示できません/ : /could not be shown/,
      );
      await context.setOffline(false);
      await opened.goto(home);
      await expectGreeting(opened, member, locale);

      await changeByte(opened, '/.kept/page');
      opened = await openOffline(context, opened, home);
      // One page in both languages.
      await expect(opened.getByRole('heading', { level: 1 })).toHaveText('接続できません');
      await expect(opened.getByRole('heading', { level: 2 })).toHaveText('No connection');
      await context.setOffline(false);
      await opened
        .getByRole('link', { name: locale === 'ja' ? 'もう一度試す' : 'Try again' })
        .click();
      await expectGreeting(opened, member, locale);
    },
  );
}

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
