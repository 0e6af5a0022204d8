import type { Page } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import { confirmByCode } from '../account/actions.ts';
import { onboardingActions, PASSWORD } from '../onboarding/actions.ts';
import { translate } from '../support/labels.ts';
import { uniqueEmail } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { chooseFile, fillInBirthAndAddress, press } from './purchase-actions.ts';
import { scan } from './scan.ts';
import { turnstile } from './turnstile.ts';

const locale = 'ja' as const;

test.describe.configure({ timeout: 120_000 });
test.use(PHONE);

const text = (english: string, values = {}) => translate(locale, english, values);

/** Presses an action of the passport's page, whose name also has a note. */
const open = (page: Page, english: string) =>
  page.getByRole('button', { name: new RegExp(`^${text(english)}`) }).click();
/** The same for an action that is confirmed at the identity provider first. */
const confirm = (page: Page, portal: Addresses, email: string, english: string) =>
  confirmByCode({ page, locale }, portal, email, () => open(page, english));

// @proves 14.27 14.29 14.92 14.94 14.95 14.99 14.171
test('a newcomer signs up through the link, completes the profile, accepts the passport and shows its code', async ({
  page,
  newBrowser,
  portal,
  member,
}) => {
  const session = await sessionOf(portal, member);
  const sender = session.api;
  const { id } = await buyPassport(sender);
  await turnstile(portal, '--paid', id);
  await putSession(page, session);
  await page.goto(`/my-page/passports/${id}`);
  await confirm(page, portal, member.email, 'Transfer by a link');
  await press({ page, locale }, 'Create the link');
  const link = await page.getByText(/\/my-page\/offer#[\w-]{43}$/).textContent();

  const other = await (await newBrowser(PHONE)).newPage();
  const newcomer = onboardingActions(other, portal, locale);
  const email = uniqueEmail('newcomer');
  await other.goto(link ?? '');
  await signUp(other, newcomer, portal, email);
  await newcomer.fillInDetails();
  await newcomer.press('Register');
  await newcomer.heading('Welcome!');
  await newcomer.press('Not now');

  await other.waitForURL(`**/my-page/offer#*`);
  await newcomer.link('Complete your profile').click();
  await fillInBirthAndAddress(newcomer.on);
  await newcomer.press('Check the changes');
  await newcomer.heading('Check the changes');
  await newcomer.press('Save');
  await newcomer.heading('Your profile has been changed');
  await other.getByRole('link', { name: 'パスポートに戻る' }).click();
  await newcomer.press('Accept');
  await other.waitForURL(`**${`/my-page/passports/${id}`}`);
  // There is no code without a photo.
  const show = other.getByRole('button', { name: text('Show the QR code') });
  await newcomer.button('Add a photo').waitFor();
  await expect(show).toHaveCount(0);
  await newcomer.press('Add a photo');
  await chooseFile(other);
  await press(newcomer.on, 'Use this photo');
  await press(newcomer.on, 'Save');
  await show.waitFor();

  // The sender is told while looking at the home.
  await page.goto('/my-page');
  await expect(page.getByRole('main')).toContainText(
    serverText(locale, 'Your passport was accepted'),
  );
  await other.goto('/my-page');
  await show.click();
  const atTurnstile = other.getByRole('dialog');
  await expect(atTurnstile.getByRole('img', { name: text('Photo of the holder') })).toBeVisible();
  await expect(atTurnstile).toContainText('桜井 さくら');
  expect(await turnstile(portal, await scan(other, locale))).toMatch(/^VALID/);
});

/** From the page of an offer to the new account. */
async function signUp(
  page: Page,
  newcomer: ReturnType<typeof onboardingActions>,
  portal: Addresses,
  email: string,
): Promise<void> {
  await newcomer.link('Sign up for free').click();
  await newcomer.link('Sign up by email').click();
  await newcomer.askForSignUpCode(email);
  await newcomer.enterCode(await codeSentTo(portal, email));
  await newcomer.heading('Choose your password');
  await page.locator('#field-password').fill(PASSWORD);
  await newcomer.press('Create the account');
}
