import type { Page } from '@playwright/test';
import { DEMO_MEMBER } from '../support/members.ts';
import { liveRelease } from '../support/routes.ts';
import { shown } from '../support/shown.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { at, say } from '../support/words.ts';

const REMOTES = [
  { part: 'account', path: '/account', guard: 'session' },
  { part: 'mypage', path: '/my-page', guard: 'session' },
  { part: 'signup', path: '/signup', guard: 'public' },
] as const;

for (const { part, path, guard } of REMOTES) {
  test(`a byte changed in any file of ${part}: it does not run, the house stands, Retry works`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(120_000);
    watch.expect(/integrity/i, /ChunkLoadError/);
    if (guard === 'session') await signIn(page, DEMO_MEMBER);
    // A number from abroad: the one thing on these screens that fetches code of its own.
    await page.route('**/api/userinfo', async (route) => {
      const answer = await route.fetch();
      const user = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...user, phone: '+33123456789' } });
    });
    const release = await liveRelease(part);
    const english = new Set(release.catalogs.en);

    for (const file of Object.keys(release.files)) {
      await test.step(file, async () => {
        const locale = english.has(file) ? 'en' : 'ja';
        const changed = await changeOneByte(page, file);
        await page.goto(at(locale, path));
        const retry = page.getByRole('button', { name: say(locale, 'Try again') });
        await expect(retry).toBeVisible();
        await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
        await expect(
          page.getByRole('link', { name: say(locale, 'Back to my page') }),
        ).toBeVisible();
        expect(changed.served()).toBeGreaterThan(0);

        await changed.undo();
        await retry.click();
        await expect(retry).toBeHidden();
        await shown(page);
      });
    }
  });
}

/** A line end more at the end: any script or stylesheet would still run as before. */
async function changeOneByte(page: Page, file: string) {
  let served = 0;
  const isFile = (url: URL) => decodeURIComponent(url.pathname).endsWith(`/${file}`);
  await page.route(isFile, async (route) => {
    const answer = await route.fetch();
    const body = Buffer.concat([await answer.body(), Buffer.from('\n')]);
    served += 1;
    await route.fulfill({ response: answer, body });
  });
  return { served: () => served, undo: () => page.unroute(isFile) };
}
