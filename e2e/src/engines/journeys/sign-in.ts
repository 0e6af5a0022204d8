import { expect } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import { onboardingActions, PASSWORD } from '../../onboarding/actions.ts';
import { localePath, translate } from '../../support/labels.ts';
import { createMember, nameOf, uniqueEmail } from '../../support/members.ts';
import { codeSentTo } from '../../support/outbox.ts';
import { storedTokens } from '../../support/session-record.ts';
import { expectGreeting, signIn, signInAtProvider } from '../../support/sign-in.ts';
import type { Journey } from '../journey.ts';
import { expectWelcome, signOut } from './actions.ts';

export const signUp: Journey = async ({ page, portal, locale }) => {
  const email = uniqueEmail('sign-up');
  const actions = onboardingActions(page, portal, locale);
  const { heading, press, link, enterCode, text } = actions;
  await page.goto(localePath(locale, '/signup'));
  await link('Sign up by e-mail').click();
  await actions.askForSignUpCode(email);
  await page.reload();
  await enterCode(await codeSentTo(portal, email));
  await heading('Choose your password');
  await page.locator('#field-password').fill(PASSWORD);
  await press('Create the account');
  await page.waitForURL(`${portal.portal}${localePath(locale, '/register')}`);
  await actions.fillInDetails();
  await page.goBack();
  await expect.poll(() => actions.field('Last name in katakana').inputValue()).toBe('サクライ');
  await press('Check your details');
  await heading('Check your details');
  await press('Register');
  await heading('Welcome!');
  // A passkey is offered first where the browser has them.
  const second = link('Turn on two-step verification');
  await page
    .getByText(new RegExp(`${text('Not now')}`))
    .first()
    .waitFor();
  if (!(await second.isVisible())) await press('Not now');
  await second.waitFor();
  await press('Not now');
  await actions.expectHome();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'さくら' }).waitFor();
};

export const signInAndVisit: Journey = async ({ page, member, locale }) => {
  await signIn(page, member, locale);
  for (const path of ['/account', '/my-page/notifications', '/account/settings'] as const) {
    await page.goto(localePath(locale, path));
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.goto(localePath(locale, '/account'));
  await page
    .getByRole('main')
    .filter({ hasText: nameOf(member, locale) })
    .waitFor();
};

export const secondStep: Journey = async ({ page, portal, locale, errors }) => {
  errors.allow(/status of 422/);
  const member = await createMember(portal, { mfaEnabled: true });
  await page.goto(localePath(locale, '/account/settings'));
  await signInAtProvider(page, member, locale);
  await page
    .getByRole('heading', { name: serverText(locale, 'Enter the code from your e-mail') })
    .waitFor();
  const code = await codeSentTo(portal, member.email);
  await page.locator('#code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('alert').waitFor();
  await page.locator('#code').fill(code);
  await page.waitForURL(`**${localePath(locale, '/account/settings')}`);
};

export const reset: Journey = async ({ page, portal, member, locale }) => {
  const { heading, press, enterCode } = onboardingActions(page, portal, locale);
  await page.goto(localePath(locale, '/reset-password'));
  await page.locator('#field-email').fill(member.email);
  await press('Send a code to this address');
  await heading('Enter the code');
  await page.reload();
  await heading('Enter the code');
  await enterCode(await codeSentTo(portal, member.email));
  await heading('Choose a new password');
  await page.locator('#field-password').fill(PASSWORD);
  await press('Set password');
  await heading('Your password has been set');
  await signIn(page, { ...member, password: PASSWORD }, locale);
};

export const signOutEverywhere: Journey = async ({ browser, page, portal, member, locale }) => {
  await signIn(page, member, locale);
  const other = await browser.newPage();
  await other.goto(localePath(locale, '/my-page'));
  await expectGreeting(other, member, locale);
  const [token] = await storedTokens(page);
  await signOut(page);
  await expectWelcome(page);
  expect(await storedTokens(page)).toEqual([null, null, null]);
  await other.getByText(nameOf(member, locale)).first().waitFor({ state: 'detached' });
  expect(await storedTokens(other)).toEqual([null, null, null]);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${portal.api}/userinfo`, { headers })).status).toBe(401);
};

export const language: Journey = async ({ page, locale }) => {
  const other = locale === 'ja' ? 'en' : 'ja';
  await page.goto(`${localePath(locale, '/signup')}?plan=a`);
  await page
    .getByRole('link', { name: other === 'ja' ? '日本語' : 'English' })
    .first()
    .click();
  await page.waitForURL(`**${localePath(other, '/signup')}?plan=a`);
  await page
    .getByRole('main')
    .getByRole('link', { name: translate(other, 'Sign up by e-mail'), exact: true })
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.lang, undefined)).toBe(other);
  // It is remembered for an address that names no language.
  await page.goto('/');
  await page.waitForURL(`**${localePath(other, '/')}`);
};
