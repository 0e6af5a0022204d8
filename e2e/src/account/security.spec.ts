import { addVirtualAuthenticator } from '../idp/second-step-methods.ts';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { press } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { confirmByCode } from './actions.ts';

// @proves 10.34
test('a passkey is added and named, and its removal says first how one still gets in', async ({
  page,
  portal,
  member,
  errors,
}) => {
  // The server says first that a step-up is wanted; the browser logs the status.
  errors.allow(/status of 403/);
  const on = { page, locale: 'en' } as const;
  await addVirtualAuthenticator(page);
  await startSession(page, portal, member, 'en');
  await page.goto('/en/account/mfa-settings');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await confirmByCode(on, portal, member.email, () => press(on, 'Add a passkey'));
  await press(on, 'Add a passkey');
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await passkeys.getByRole('button', { name: /^Rename/ }).click();
  await passkeys.getByLabel(/Name of the passkey/).fill('My phone');
  await press(on, 'Save the name');
  await expect(passkeys.getByText('My phone')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // The passkey is the strongest way now.
  await passkeys.getByRole('button', { name: 'Remove My phone' }).click();
  const asked = page.getByRole('button', { name: 'Confirm with a passkey' });
  const ways = passkeys.getByText('E-mail address and password');
  await asked.or(ways).waitFor();
  if (await asked.isVisible()) await asked.click();
  await expect(ways).toBeVisible();
});

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
