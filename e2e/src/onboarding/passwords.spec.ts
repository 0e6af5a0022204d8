import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { codeSentTo, linkSentTo } from '../support/outbox.ts';
import { failToSignIn, signIn } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { onboardingActions, PASSWORD } from './actions.ts';

const locale = 'ja' as const;

/** So many wrong passwords in a row lock an account. */
const WRONG_PASSWORDS = 5;

test.use(PHONE);

// @proves 1.4 2.41 2.42 2.43 2.44 3.44 12.1 12.2 12.4 12.16
test('a forgotten password is reset by a code', async ({ page, portal, member }) => {
  const { heading, press, enterCode, link } = onboardingActions(page, portal, locale);
  await page.goto('/reset-password/form');
  await page.waitForURL(`**/reset-password`);
  await page.locator('#field-email').fill(member.email);
  expect(await violations(page), 'the address').toEqual([]);
  await press('Send a code to this address');
  await heading('Enter the code');
  await page.reload();
  await heading('Enter the code');
  expect(await violations(page), 'the code').toEqual([]);
  await enterCode(await codeSentTo(portal, member.email));
  await heading('Choose a new password');
  await page.reload();
  await heading('Choose a new password');
  expect(await violations(page), 'the password').toEqual([]);
  await page.goBack();
  await link('Continue').click();
  await page.locator('#field-password').fill(PASSWORD);
  await press('Set password');
  await heading('Your password has been set');
  expect(await violations(page), 'the end').toEqual([]);
  await page.goto('/reset-password/form');
  await page.waitForURL(`**/reset-password`);
  await signIn(page, { ...member, password: PASSWORD });
});

// @proves 2.47 10.19 10.20 10.21 12.5 12.6
test('the link in the mail unlocks the account', async ({ page, portal, member, errors }) => {
  errors.allow(/status of 422/);
  await page.goto('/my-page');
  await page.waitForURL(`${portal.idp}/**`);
  for (let wrong = 1; wrong <= WRONG_PASSWORDS; wrong += 1) {
    await failToSignIn(page, { ...member, password: `not-it-${wrong}` }, locale);
  }
  await failToSignIn(page, member, locale);

  const address = await linkSentTo(portal, member.email, '/unblock');
  // In the member's own language, whatever the language of the sign-in page.
  const actions = onboardingActions(page, portal, languageOf(address));
  const { heading, press, main, text } = actions;
  await page.goto(address);
  await heading('Unlock your account');
  expect(await violations(page), 'the question').toEqual([]);
  await press('Unlock');
  await expect(main).toContainText(text('Your account is unlocked. You can sign in again.'));
  expect(await violations(page), 'the end').toEqual([]);
  await page.goto(address);
  await press('Unlock');
  await expect(main).toContainText(
    text('This has already been done: this link has unlocked your account.'),
  );
  await signIn(page, member);
});

const languageOf = (address: string): Locale =>
  new URL(address).pathname.startsWith('/en/') ? 'en' : 'ja';
