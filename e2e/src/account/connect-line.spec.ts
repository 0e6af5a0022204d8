import { accountMember } from '../support/members.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';
import { confirmByCode, press } from './confirm.ts';

test('LINE is given up, connected, and disconnected again', async ({ page, portal, watch }) => {
  // The server says first that a code is wanted; the browser notes the status.
  watch.expect(/status of 422/);
  const member = accountMember('connects.line', test.info().retry);
  await signIn(page, member);
  await page.goto('/account/connect-line');
  await press(page, 'ja', 'Continue to LINE');
  await page.locator('button[name=decision][value=cancel]').click();
  await expect(
    page.getByRole('heading', { name: say('ja', 'LINE was not connected') }),
  ).toBeVisible();

  await page.getByRole('link', { name: say('ja', 'Try again') }).click();
  await press(page, 'ja', 'Continue to LINE');
  await page.locator('button[name=decision][value=allow]').click();
  await page.waitForURL('**/account/connect-line/complete');
  await page.reload();
  await expect(page.getByRole('heading', { name: say('ja', 'LINE is connected') })).toBeVisible();

  await page.goto('/account/connect-line');
  await press(page, 'ja', 'Disconnect LINE');
  await confirmByCode(page, portal, 'ja', member.email);
  await expect(page.getByRole('button', { name: say('ja', 'Continue to LINE') })).toBeVisible();
});
