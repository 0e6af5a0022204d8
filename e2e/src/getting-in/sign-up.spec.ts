import { violations } from '../support/axe.ts';
import { codeSentTo } from '../support/outbox.ts';
import { agreeAtLine } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES } from '../support/words.ts';
import { handsOn, linkSentTo, PASSWORD } from './hands.ts';
import { NEWCOMERS_WITH_LINE } from './people.ts';

for (const locale of LOCALES) {
  test.describe(`${locale}, on a phone`, () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('a newcomer signs up by e-mail and arrives at home', async ({ page, portal, watch }) => {
      test.slow();
      // Turning on a second step asks for a code first.
      watch.expect(/status of 422.*mfa\/enable/);
      const email = `newcomer.${locale}@example.com`;
      const { heading, press, link, enterCode, box, askForSignUpCode, ...hands } = handsOn(
        page,
        portal,
        locale,
      );
      await page.goto(at(locale, '/signup/verify-code'));
      await page.waitForURL(`**${at(locale, '/signup/enter-email')}`);
      await page.goto(at(locale, '/signup'));
      await link('Sign up by e-mail').click();
      await heading('Your e-mail address');
      expect(await violations(page), 'the address').toEqual([]);
      await askForSignUpCode(email);
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

      await page.waitForURL(`${portal.portal}${at(locale, '/register')}`);
      await hands.fillInDetails();
      expect(await violations(page), 'the check').toEqual([]);
      await page.reload();
      await heading('Check your details');
      await page.goBack();
      await expect(box('Last name in katakana')).toHaveValue('サクライ');
      await press('Check your details');
      await heading('Check your details');
      await press('Register');
      await heading('Welcome!');
      expect(await violations(page), 'the welcome').toEqual([]);
      await link('Turn on two-step verification').click();
      await heading('Two-step verification');
      await press('Turn on');
      await press('Send a code');
      await enterCode(await codeSentTo(portal, email, code));
      await press('Confirm');
      await hands.expectHome();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('さくら');
      expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toContain(
        PASSWORD,
      );
    });

    test('a newcomer signs up with LINE, sets a password by the link later', async ({
      page,
      portal,
      watch,
    }) => {
      test.slow();
      // The new password ends this browser's session as well.
      watch.expect(/status of (400|401)/);
      const email = `newcomer.line.${locale}@example.com`;
      const hands = handsOn(page, portal, locale);
      const { heading, press, link } = hands;
      await page.goto(at(locale, '/signup'));
      await press('Sign up with LINE');
      await agreeAtLine(page, NEWCOMERS_WITH_LINE[locale].subject);
      await heading('Your e-mail address');
      expect(new URL(page.url()).hash, 'the ticket has left the address').toBe('');
      expect(await violations(page), 'the address').toEqual([]);
      await hands.askForSignUpCode(email);
      await page.reload();
      await hands.enterCode(await codeSentTo(portal, email));

      await page.waitForURL(`${portal.portal}${at(locale, '/register')}`);
      await press('Later');
      await hands.expectHome();

      await page.goto(await linkSentTo(portal, email, '/verify-email'));
      await heading('Confirm your e-mail address');
      expect(await violations(page), 'the link').toEqual([]);
      await press('Confirm this address');
      await heading('Set a password');
      expect(await violations(page), 'the first password').toEqual([]);
      await page.locator('#field-password').fill(PASSWORD);
      await press('Set password');
      await heading('Your password has been set');
      await page.goto(await linkSentTo(portal, email, '/verify-email'));
      await press('Confirm this address');
      await expect(hands.main).toContainText(
        hands.words('This has been done already: your e-mail address is confirmed.'),
      );
      await expect(link('Set a new password')).toBeVisible();
    });
  });
}

test('a LINE account that this browser has not asked for is refused', async ({ page, portal }) => {
  const { main, words } = handsOn(page, portal, 'en');
  await page.goto('/en/signup/enter-email#connection_ticket=planted&state=foreign');
  await expect(main).toContainText(
    words(
      'We could not tell whether you asked for this sign-up with LINE here. Please begin again, or go on with your e-mail address alone.',
    ),
  );
  expect(page.url()).not.toContain('planted');
});

test('an address that has an account is told so after the code only', async ({
  page,
  portal,
  watch,
}) => {
  watch.expect(/status of 422.*verify-code/);
  const email = 'hanako@example.com';
  const { heading, askForSignUpCode, enterCode, button } = handsOn(page, portal, 'en');
  await page.goto('/en/signup/enter-email');
  await askForSignUpCode(email);
  await enterCode(await codeSentTo(portal, email));
  await heading('You have an account already');
  await expect(button('Sign in')).toBeVisible();
});

test('signing up goes by keyboard alone, and leads to where one was going at first', async ({
  page,
  portal,
}) => {
  const email = 'by.keyboard@example.com';
  const { heading, button, press, link } = handsOn(page, portal, 'en');
  await page.goto('/en/account/settings');
  await page.waitForURL(`${portal.idp}/**`);
  await page.locator('a[href$="/en/signup"]').press('Enter');
  await link('Sign up by e-mail').press('Enter');
  await heading('Your e-mail address');
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
});
