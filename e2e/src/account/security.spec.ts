import { addVirtualAuthenticator } from '../idp/second-factors.ts';
import { violations } from '../support/axe.ts';
import { accountMember } from '../support/members.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';
import { confirmByCode, press } from './confirm.ts';

test('a passkey is added and named; before it is removed one sees how one still gets in', async ({
  page,
  portal,
  watch,
}) => {
  // The server says first that a code is wanted; the browser notes the status.
  watch.expect(/status of 422/);
  const member = accountMember('secures', test.info().retry);
  await addVirtualAuthenticator(page);
  await signIn(page, member, 'en');
  await page.goto('/en/account/mfa-settings');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await press(page, 'en', 'Add a passkey');
  await confirmByCode(page, portal, 'en', member.email);
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await passkeys.getByRole('button', { name: /^Rename/ }).click();
  await passkeys.getByLabel(/Name of the passkey/).fill('My phone');
  await press(page, 'en', 'Save the name');
  await expect(passkeys.getByText('My phone')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await passkeys.getByRole('button', { name: 'Remove My phone' }).click();
  await expect(passkeys.getByText('E-mail address and password')).toBeVisible();
});

test('the appearance chosen holds before anything is drawn', async ({ page, member }) => {
  await signIn(page, member);
  await page.goto('/account/settings');
  await page.getByLabel(say('ja', 'Dark')).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
