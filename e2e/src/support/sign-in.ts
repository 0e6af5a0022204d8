import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { type Member, nameOf } from './members.ts';
import { at, say } from './words.ts';

/** Labels of the identity provider's page, which has no catalog of the portal's. */
const PROVIDER = {
  ja: { email: 'メールアドレス', password: 'パスワード', submit: 'ログイン' },
  en: { email: 'E-mail address', password: 'Password', submit: 'Sign in' },
} as const;

/** Types address and password on the identity provider's page, as a person does. */
export async function signInAtProvider(page: Page, member: Member, locale: Locale = 'ja') {
  const words = PROVIDER[locale];
  await page.getByLabel(words.email, { exact: true }).fill(member.email);
  await page.getByLabel(words.password, { exact: true }).fill(member.password);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
}

/** From the welcome page through the identity provider to the member's home. */
export async function signIn(page: Page, member: Member, locale: Locale = 'ja'): Promise<void> {
  await page.goto(at(locale, '/'));
  await page
    .getByRole('main')
    .getByRole('button', { name: say(locale, 'Sign in'), exact: true })
    .click();
  await signInAtProvider(page, member, locale);
  await page.waitForURL(`**${at(locale, '/my-page')}`);
  await expectGreeted(page, member, locale);
}

/** The member's name stands in the page's heading: their data is there, not only the frame. */
export async function expectGreeted(page: Page, member: Member, locale: Locale = 'ja') {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(nameOf(member, locale));
}

/**
 * Opens a page and waits until the silent check beside it has had its answer. Who signs out before
 * meets it in mid-exchange, and the browser notes the refusal on its console.
 */
export async function checkedVisit(page: Page, path: string): Promise<void> {
  const checked = page.waitForResponse('**/oauth/token');
  await page.goto(path);
  await checked;
}
