import { violations } from '../support/axe.ts';
import { accountMember, DEMO_MEMBER } from '../support/members.ts';
import { storedTokens } from '../support/session-record.ts';
import { expectGreeted, signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';
import { confirmByCode, press } from './confirm.ts';

test('a closed account is closed in every tab, and signs in nowhere', async ({
  page,
  context,
  portal,
  watch,
}) => {
  // A code is wanted first (422); the closed account is refused at sign-in (403), and a check that was
  // on its way (400, 401).
  watch.expect(/status of (400|401|403|422)/);
  const member = accountMember('leaves', test.info().retry);
  await signIn(page, member);
  const otherTab = await context.newPage();
  await otherTab.goto('/account');
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/account/delete');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel(say('ja', 'I no longer need it')).check();
  await press(page, 'ja', 'Go on to confirm');
  await page.waitForURL('**/account/delete/confirm');
  await page.reload();
  await press(page, 'ja', 'Close my account');
  await confirmByCode(page, portal, 'ja', member.email);

  for (const tab of [page, otherTab]) {
    await expect(
      tab.getByRole('heading', { name: say('ja', 'This account has been cancelled') }),
    ).toBeVisible();
    expect(await storedTokens(tab)).toEqual([null, null, null]);
  }
  await page.goto('/my-page');
  await page.waitForURL(`${portal.idp}/**`);
  await signInAtProvider(page, member);
  await expect(page).toHaveURL(new RegExp(`^${portal.idp}`));
});

test('an account with a live pass stays, and the page says why and where to look', async ({
  page,
  watch,
}) => {
  watch.expect(/status of 422/);
  await signIn(page, DEMO_MEMBER);
  await page.goto('/account/delete');
  await page.getByLabel(say('ja', 'I no longer need it')).check();
  await press(page, 'ja', 'Go on to confirm');
  await press(page, 'ja', 'Close my account');
  await expect(page.getByRole('main')).toContainText(
    say(
      'ja',
      'You still have a passport that can be used. Please cancel it, or wait until it ends, before you close your account.',
    ),
  );
  await page.getByRole('link', { name: say('ja', 'See my passports'), exact: true }).click();
  await page.waitForURL('**/my-page');
  await expectGreeted(page, DEMO_MEMBER);
});
