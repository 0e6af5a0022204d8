import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { changedRelease, marked, publishChanged } from '../support/changed-release.ts';
import { expectContent } from '../support/content.ts';
import { isMarked, operatorOf } from '../support/live-releases.ts';
import { mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';

const NAME = 'pr-12';
const [one = '', two = ''] = REMOTES;
/** What the screens of each release say that is not live. */
const MARKS = { [one]: '★1', [two]: '★2' };

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-preview-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Of which remotes the main screens are those of the preview, in this browser. */
async function markedIn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [remote, mark] of Object.entries(MARKS)) {
    await page.goto((await mainScreenOf(remote)).path);
    await expectContent(page);
    if (await isMarked(page, mark)) found.push(remote);
  }
  return found;
}

// @proves 7.786 7.788 7.782
test('one browser shows two remotes of a preview until it is ended for all; another shows what is live', async ({
  page,
  portal,
  member,
  newBrowser,
  errors,
}) => {
  const operator = operatorOf(portal);
  const versions: string[] = [];
  const token = 'a preview of this test'.replaceAll(' ', '_').padEnd(43, '_');
  for (const [part, mark] of Object.entries(MARKS)) {
    const version = await publishChanged(
      operator,
      await changedRelease(part, folder, marked(mark)),
    );
    const shown = { type: 'setPreview', name: NAME, part, version, minutes: 60 } as const;
    await operator.operate({ ...shown, id: token });
    versions.push(version);
  }

  await startSession(page, portal, member);
  await page.goto(`/preview#token=${token}`);
  await page.getByRole('button', { name: '表示する' }).click();
  const badge = page.getByRole('complementary', { name: `プレビュー ${NAME}` });
  for (const version of versions) await expect(badge).toContainText(version);
  expect(await markedIn(page)).toEqual([one, two]);
  await expect(badge).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // From one remote to the other, without another page from the server.
  const { path } = await mainScreenOf(one);
  await page.locator(`a[href="${path}"]:visible`).first().click();
  await expect(page).toHaveURL(path);
  await expectContent(page);
  expect(await isMarked(page, MARKS[one] ?? '')).toBe(true);

  const other = await (await newBrowser()).newPage();
  await startSession(other, portal, member);
  expect(await markedIn(other)).toEqual([]);
  await expect(other.locator('#portal-preview')).toHaveCount(0);

  await operator.operate({ type: 'endPreview', name: NAME });
  await expect(async () => {
    await page.reload();
    await expect(page.locator('#portal-preview')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  expect(await markedIn(page)).toEqual([]);
  errors.allow(/403/);
  await page.goto(`/preview#token=${token}`);
  await page.getByRole('button', { name: '表示する' }).click();
  await expect(page.getByText('There is no such preview, or it has ended.')).toBeVisible();
});
