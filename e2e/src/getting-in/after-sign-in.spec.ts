import { violations } from '../support/axe.ts';
import { codeSentTo } from '../support/outbox.ts';
import { signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES } from '../support/words.ts';
import { handsOn } from './hands.ts';
import { RETURNING } from './people.ts';

for (const locale of LOCALES) {
  test.describe(`${locale}, on a phone`, () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('new terms come once, and agreeing leads to where one was going', async ({
      page,
      portal,
    }) => {
      const member = locale === 'ja' ? RETURNING.agreesJa : RETURNING.agreesEn;
      const { heading, press } = handsOn(page, portal, locale);
      await page.goto(at(locale, '/account/settings'));
      await signInAtProvider(page, member, locale);
      await page.waitForURL(`${portal.portal}${at(locale, '/verify-term')}`);
      await heading('The terms of service have changed');
      expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(0);
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await press('Agree and continue');
      await page.waitForURL(`${portal.portal}${at(locale, '/account/settings')}`);
      await page.goto(at(locale, '/verify-term'));
      await page.waitForURL(`${portal.portal}${at(locale, '/my-page')}`);
    });

    test('an unverified address is confirmed by a code', async ({ page, portal }) => {
      const member = locale === 'ja' ? RETURNING.unverifiedJa : RETURNING.unverifiedEn;
      const { heading, press, enterCode, main } = handsOn(page, portal, locale);
      await page.goto(at(locale, '/account/settings'));
      await signInAtProvider(page, member, locale);
      await page.waitForURL(`${portal.portal}${at(locale, '/verify-user')}`);
      await heading('Please confirm your e-mail address');
      expect(await violations(page), 'the question').toEqual([]);
      await press('Send a code');
      await heading('Enter the code');
      expect(await violations(page), 'the code').toEqual([]);
      await page.reload();
      await expect(main, 'the wait for the next code goes on').toContainText(/\d+ ?(秒|seconds)/);
      await enterCode(await codeSentTo(portal, member.email));
      await page.waitForURL(`${portal.portal}${at(locale, '/account/settings')}`);
      await page.goto(at(locale, '/verify-user'));
      await page.waitForURL(`${portal.portal}${at(locale, '/my-page')}`);
    });
  });
}

test('who does not agree is asked once, and then signed out; the account stays', async ({
  page,
  portal,
}) => {
  const { press } = handsOn(page, portal, 'en');
  await page.goto('/en/my-page');
  await signInAtProvider(page, RETURNING.refuses, 'en');
  await page.waitForURL('**/en/verify-term');
  await press('I do not agree');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Sign out without agreeing?');
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(question).toHaveCount(0);
  await press('I do not agree');
  // Out by the provider, and back at the portal's door.
  const back = page.waitForRequest(
    (request) =>
      request.isNavigationRequest() &&
      request.frame() === page.mainFrame() &&
      new URL(request.url()).origin === portal.portal,
  );
  await question.getByRole('button', { name: 'Sign out', exact: true }).click();
  await back;
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Tsubame|つばめ/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await page.goto('/en');
  await press('Sign in');
  await signInAtProvider(page, RETURNING.refuses, 'en');
  await page.waitForURL('**/en/verify-term');
});

test('everything at once comes one after the other, each once, in the language chosen', async ({
  page,
  portal,
}) => {
  const hands = handsOn(page, portal, 'en');
  await page.goto('/en/account/settings?from=mail');
  await signInAtProvider(page, RETURNING.owesEverything, 'en');
  await hands.heading('The terms of service have changed');
  await hands.press('Agree and continue');
  await hands.heading('Please confirm your e-mail address');
  await page.getByRole('link', { name: '日本語' }).first().click();
  const inJapanese = handsOn(page, portal, 'ja');
  await inJapanese.heading('Please confirm your e-mail address');
  await inJapanese.press('Later');
  await inJapanese.heading('Your details');
  await inJapanese.press('Later');
  await page.waitForURL(`${portal.portal}/account/settings?from=mail`);
  await page.goto('/my-page');
  await expect(page).toHaveURL(`${portal.portal}/my-page`);
});

test('a member with nothing open goes straight there', async ({ page, portal, member }) => {
  await signIn(page, member, 'en');
  await page.goto('/en/register');
  await page.waitForURL(`${portal.portal}/en/my-page`);
});
