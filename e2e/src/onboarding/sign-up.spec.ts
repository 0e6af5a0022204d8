import { violations } from '../support/axe.ts';
import { expectContent } from '../support/content.ts';
import { createLinePerson, lineSubjectOf, uniqueEmail } from '../support/members.ts';
import { codeSentTo, linkSentTo } from '../support/outbox.ts';
import { consentAtLine } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { onboardingActions, PASSWORD } from './actions.ts';

const locale = 'ja' as const;

test.use(PHONE);

// @proves 1.2 2.29 2.30 2.31 2.32 2.39 2.40 3.44 4.17 10.27 12.1 12.2 12.9 12.10 12.12 12.13 12.14 13.90
test('a visitor signs up by email and arrives at the home', async ({ page, portal }) => {
  test.slow();
  const email = uniqueEmail('sign-up');
  const actions = onboardingActions(page, portal, locale);
  const { heading, press, link, enterCode, field } = actions;
  await page.goto('/signup/verify-code');
  await page.waitForURL(`**/signup/enter-email`);
  await page.goto('/signup');
  await link('Sign up by email').waitFor();
  expect(await violations(page), 'the choice').toEqual([]);
  await link('Sign up by email').click();
  await heading('Your email address');
  expect(await violations(page), 'the address').toEqual([]);
  await actions.askForSignUpCode(email);
  const code = await codeSentTo(portal, email);
  expect(await violations(page), 'the code').toEqual([]);
  await page.goBack();
  await expect(page.locator('#field-email')).toHaveValue(email);
  await expect(page.locator('#field-agreed')).toBeChecked();
  await press('Send a code to this address');
  await heading('Enter the code');
  await page.reload();
  await enterCode(code);
  await heading('Choose your password');
  expect(await violations(page), 'the password').toEqual([]);
  await page.locator('#field-password').fill(PASSWORD);
  await press('Create the account');

  await page.waitForURL(`${portal.portal}/register`);
  await heading('Your details');
  expect(await violations(page), 'the form').toEqual([]);
  await actions.fillInDetails();
  await page.reload();
  await expect(field('Last name in katakana')).toHaveValue('サクライ');
  await press('Register');
  await heading('Welcome!');
  expect(await violations(page), 'the welcome').toEqual([]);
  // In place of the passkey that the browser is offered.
  await page.goto('/register/enable-2fa');
  await heading('Two-step verification');
  expect(await violations(page), 'the second step').toEqual([]);
  // The sign-up of a moment ago is proof enough.
  await press('Turn on');
  await actions.expectHome();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('さくら');
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain(
    PASSWORD,
  );
});

// @proves 1.2 2.45 2.48 10.31 12.5 12.6 12.10 12.15 12.18 12.48
test('a visitor signs up with LINE and sets a password by the mailed link', async ({
  page,
  portal,
  errors,
}) => {
  test.slow();
  // The new password ends this browser's session as well.
  errors.allow(/status of (400|401)/);
  const email = uniqueEmail('sign-up-line');
  const subject = lineSubjectOf({ email });
  await createLinePerson(portal, { subject, name: 'さくら' });
  const actions = onboardingActions(page, portal, locale);
  const { heading, press, link } = actions;
  await page.goto('/signup');
  await press('Sign up with LINE');
  await consentAtLine(page, subject);
  await heading('Your email address');
  expect(new URL(page.url()).hash, 'the ticket has left the address').toBe('');
  expect(await violations(page), 'the address').toEqual([]);
  await actions.askForSignUpCode(email);
  await page.reload();
  await actions.enterCode(await codeSentTo(portal, email));

  await page.waitForURL(`${portal.portal}/register`);
  await press('Later');
  await actions.expectHome();

  const mailedLink = await linkSentTo(portal, email, '/verify-email');
  await page.goto(mailedLink);
  await heading('Confirm your email address');
  expect(await violations(page), 'the link').toEqual([]);
  await press('Confirm this address');
  await heading('Set a password');
  expect(await violations(page), 'the first password').toEqual([]);
  await page.locator('#field-password').fill(PASSWORD);
  await press('Set password');
  await heading('Your password has been set');
  expect(await violations(page), 'the end').toEqual([]);
  await page.goto(mailedLink);
  await press('Confirm this address');
  await expect(actions.main).toContainText(
    actions.text('This has already been done: your email address is confirmed.'),
  );
  await expect(link('Set a new password')).toBeVisible();
});

// @proves 12.49
test('in English signing up works by keyboard alone and leads to the page that was asked for, and on to home and account', async ({
  page,
  portal,
}) => {
  const email = uniqueEmail('by-keyboard');
  const { heading, button, press, link } = onboardingActions(page, portal, 'en');
  await page.goto('/en/account/settings');
  await page.waitForURL(`${portal.idp}/**`);
  await page.locator('a[href$="/en/signup"]').press('Enter');
  await link('Sign up by email').press('Enter');
  await heading('Your email address');
  await page.locator('#field-email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await heading('Enter the code');
  await expect(page.locator('#field-code')).toBeFocused();
  await page.keyboard.type(await codeSentTo(portal, email));
  await heading('Choose your password');
  await expect(page.locator('#field-password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await expect(button('Create the account')).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${portal.portal}/en/register`);
  await press('Later');
  await page.waitForURL(`${portal.portal}/en/account/settings`);
  for (const path of ['/en/my-page', '/en/account']) {
    await page.goto(path);
    await expectContent(page);
    expect(await violations(page), path).toEqual([]);
  }
});
