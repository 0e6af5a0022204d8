import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

// @proves 16.3
test('the chosen appearance is there before anything is drawn', async ({
  page,
  portal,
  member,
}) => {
  await startSession(page, portal, member);
  await page.goto('/account/settings');
  await page.getByRole('button', { name: new RegExp(`^${translate('ja', 'Appearance')}`) }).click();
  await page.getByLabel(translate('ja', 'Dark')).check();
  expect(await violations(page)).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);
});
