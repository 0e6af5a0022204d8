import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { main } from '../support/page-actions.ts';
import { builtRelease, RELEASES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** The first page is shown by less than the whole router, whose file these tests hold back. */
async function wholeRouter(): Promise<string> {
  const { scripts, files } = await builtRelease('shell');
  for (const file of Object.keys(files)) {
    if (!file.endsWith('.js') || scripts.includes(file)) continue;
    const code = await readFile(join(RELEASES, 'files/shell', file), 'utf8');
    if (code.includes('"X-Remix-Reload-Document"')) return file;
  }
  throw new Error('No file of the shell has the whole router.');
}

/** Pages are not complete for the browser before their last script. */
const FIRST = { waitUntil: 'domcontentloaded' } as const;

/** Holds the file back. @returns lets it come */
async function holdRouter(page: Page): Promise<() => void> {
  const file = await wholeRouter();
  const held = Promise.withResolvers<void>();
  await page.route(`**/remotes/shell/${file}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** What a load of the page takes with it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

// @proves 7.774
test('a press before the whole router is there is followed when it comes, without a load of the page', async ({
  page,
  portal,
  member,
}) => {
  await startSession(page, portal, member);
  const comes = await holdRouter(page);
  await page.goto('/my-page', FIRST);
  await expectGreeting(page, member);
  // The links of the first view load the page.
  await page.locator('#root header').waitFor();
  await mark(page);
  await page.locator('a[href="/account"]').first().click();
  await page.getByRole('progressbar').waitFor();
  await expect(page).toHaveURL('/my-page');
  comes();
  await page.waitForURL('**/account');
  await expect(main({ page })).toContainText(member.email.slice(0, 1));
  await page.goBack();
  await expectGreeting(page, member);
  await page.goForward();
  await page.waitForURL('**/account');
  expect(await isMarked(page)).toBe(true);
});

// @proves 7.775
test('where the whole router does not come, the browser loads the page that a link leads to', async ({
  page,
  portal,
  member,
  errors,
}) => {
  errors.allow(/ERR_FAILED/, /ChunkLoadError/);
  await startSession(page, portal, member);
  await page.route(`**/remotes/shell/${await wholeRouter()}*`, (route) => route.abort());
  await page.goto('/my-page');
  await expectGreeting(page, member);
  await mark(page);
  await page.locator('a[href="/account"]').first().click();
  await page.waitForURL('**/account');
  await expect(main({ page })).toContainText(member.email.slice(0, 1));
  expect(await isMarked(page)).toBe(false);
});
