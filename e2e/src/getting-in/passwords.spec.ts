import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { codeSentTo } from '../support/outbox.ts';
import { signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES } from '../support/words.ts';
import { handsOn, linkSentTo, PASSWORD } from './hands.ts';
import { RETURNING } from './people.ts';

/** decisions.md «Sign-in»: so many wrong passwords in a row lock an account. */
const WRONG_PASSWORDS = 5;

for (const locale of LOCALES) {
  test.describe(`${locale}, on a phone`, () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('a forgotten password is replaced by a code', async ({ page, portal }) => {
      const member = locale === 'ja' ? RETURNING.forgetsJa : RETURNING.forgetsEn;
      const { heading, press, enterCode, link } = handsOn(page, portal, locale);
      await page.goto(at(locale, '/reset-password/form'));
      await page.waitForURL(`**${at(locale, '/reset-password')}`);
      expect(await violations(page), 'the address').toEqual([]);
      await page.locator('#field-email').fill(member.email);
      await press('Send a code to this address');
      await heading('Enter the code');
      await page.reload();
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
      await page.goto(at(locale, '/reset-password/form'));
      await page.waitForURL(`**${at(locale, '/reset-password')}`);
      await signIn(page, { ...member, password: PASSWORD }, locale);
    });

    test('a locked account is unlocked by the link in the mail', async ({
      page,
      portal,
      watch,
    }) => {
      watch.expect(/status of 422/);
      const member = locale === 'ja' ? RETURNING.lockedJa : RETURNING.lockedEn;
      await page.goto(at(locale, '/my-page'));
      for (let wrong = 1; wrong <= WRONG_PASSWORDS; wrong += 1) {
        await page.waitForURL(`${portal.idp}/**`);
        await signInAtProvider(page, { ...member, password: `not-it-${wrong}` }, locale);
        await page.getByRole('alert').waitFor();
      }
      await signInAtProvider(page, member, locale);
      await page.getByRole('alert').waitFor();

      const address = await linkSentTo(portal, member.email, '/unblock');
      // In the member's own language, whichever the sign-in page was in.
      const { heading, press, main, words } = handsOn(page, portal, languageOf(address));
      await page.goto(address);
      await heading('Unlock your account');
      expect(await violations(page), 'the question').toEqual([]);
      await press('Unlock');
      await expect(main).toContainText(words('Your account is unlocked. You can sign in again.'));
      expect(await violations(page), 'the end').toEqual([]);
      await page.goto(address);
      await press('Unlock');
      await expect(main).toContainText(
        words('This has been done already: this link has unlocked your account.'),
      );
      await signIn(page, member, locale);
    });
  });
}

test('links that are broken say so, with ways on', async ({ page, portal, watch }) => {
  // The server's refusal of a link that nobody has sent.
  watch.expect(/status of 422/);
  const { link, button, press, main } = handsOn(page, portal, 'en');
  for (const path of ['/en/unblock', '/en/verify-email', '/en/set-password']) {
    await page.goto(path);
    await expect(link('Set a new password')).toBeVisible();
    await expect(button('Sign in')).toBeVisible();
  }
  for (const [path, action] of [
    ['/en/unblock?code=nobody-has-sent-this', 'Unlock'],
    ['/en/verify-email?code=nobody-has-sent-this&type=verify_email_link', 'Confirm this address'],
  ] as const) {
    await page.goto(path);
    await press(action);
    await expect(main).toContainText('This link cannot be used.');
    expect(await violations(page)).toEqual([]);
  }
});

const languageOf = (address: string): Locale =>
  new URL(address).pathname.startsWith('/en/') ? 'en' : 'ja';
