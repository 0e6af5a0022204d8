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
  test(`a byte changed in a file that ${path} needs: it does not run, the house stands, Retry works`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(120_000);
    watch.expect(/integrity/i, /ChunkLoadError/);
    if (guard === 'session') await signIn(page, DEMO_MEMBER);
    const { scripts, styles, catalogs, rows } = await liveRelease(part);
    const needed = [
      ...[...scripts, ...styles, ...catalogs.ja, ...(rows[path]?.files ?? [])].map(
        (file) => [file, 'ja'] as const,
      ),
      ...catalogs.en.map((file) => [file, 'en'] as const),
    ];

    for (const [file, locale] of needed) {
      await test.step(file, async () => {
        const changed = await changeOneByte(page, (name) => name === file);
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

test('a byte changed in any file of any remote: none of them runs, and each does once it is right', async ({
  page,
  watch,
}) => {
  watch.expect(/integrity/i);
  const changed = await changeOneByte(page, () => true);
  await page.goto('/terms-of-service');
  await shown(page);
  const files = await page.evaluate(() =>
    Object.values(window.portal.remotes).flatMap(({ base, files: named }) =>
      Object.keys(named).map((name) => base + name),
    ),
  );
  expect(files.length).toBeGreaterThanOrEqual(REMOTES.length * 5);
  const refused = await outcomes(page, files);
  expect(refused.filter(({ loaded }) => loaded)).toEqual([]);
  expect(changed.served()).toBeGreaterThanOrEqual(files.length);

  await changed.undo();
  const accepted = await outcomes(page, files);
  expect(accepted.filter(({ loaded }) => !loaded)).toEqual([]);
});

/** Asks the page for each file, as every part of the portal does. */
function outcomes(page: Page, files: readonly string[]) {
  return page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map((address) =>
          window.portal.load(address).then(
            () => ({ address, loaded: true }),
            () => ({ address, loaded: false }),
          ),
        ),
      ),
    files,
  );
}

/** A line end more at the end: any script or stylesheet would still run as before. */
async function changeOneByte(page: Page, wanted: (file: string) => boolean) {
  let served = 0;
  const isWanted = ({ pathname }: URL) =>
    pathname.startsWith('/remotes/') &&
    wanted(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)));
  await page.route(isWanted, async (route) => {
    const answer = await route.fetch();
    const body = Buffer.concat([await answer.body(), Buffer.from('\n')]);
    served += 1;
    await route.fulfill({ response: answer, body });
  });
  return { served: () => served, undo: () => page.unroute(isWanted) };
}
