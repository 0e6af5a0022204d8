import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { type Member, nameOf } from './members.ts';
import { codeSentTo } from './outbox.ts';
import type { Addresses } from './portal.ts';
import { at, say } from './words.ts';

/** Labels of the identity provider's page, which has no catalog of the portal's. */
const PROVIDER = {
  ja: { email: 'メールアドレス', password: 'パスワード', submit: 'ログイン', line: 'LINEで続ける' },
  en: {
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    line: 'Continue with LINE',
  },
} as const;

/** Types address and password on the identity provider's page, as a person does. */
export async function signInAtProvider(page: Page, member: Member, locale: Locale = 'ja') {
  const words = PROVIDER[locale];
  await page.getByLabel(words.email, { exact: true }).fill(member.email);
  await page.getByLabel(words.password, { exact: true }).fill(member.password);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
}

/** Chooses a person on the sandbox's page of LINE, and agrees. */
export async function agreeAtLine(page: Page, subject: string): Promise<void> {
  await page.locator(`input[value="${subject}"]`).check();
  await page.locator('button[name=decision][value=allow]').click();
}

/** From the welcome page through the identity provider to the member's home. */
export async function signIn(page: Page, member: Member, locale: Locale = 'ja'): Promise<void> {
  await toProvider(page, locale);
  await signInAtProvider(page, member, locale);
  await home(page, member, locale);
}

/** The same for a member who has no password, or wants a code as well. */
export async function signInTheirWay(
  page: Page,
  portal: Addresses,
  member: Member,
  locale: Locale = 'ja',
): Promise<void> {
  await toProvider(page, locale);
  await passProvider(page, member, locale, () => codeSentTo(portal, member.email));
  await home(page, member, locale);
}

/**
 * The member's own way through the provider's pages.
 * @param code what they were sent, where they want a code as well
 */
export async function passProvider(
  page: Page,
  member: Member,
  locale: Locale,
  code: () => Promise<string>,
): Promise<void> {
  if (member.withoutPassword) {
    await page.getByRole('link', { name: PROVIDER[locale].line, exact: true }).click();
    await agreeAtLine(page, member.line ?? '');
  } else {
    await signInAtProvider(page, member, locale);
  }
  if (member.mfaEnabled) {
    await page.locator('#code').fill(await code());
    await page.keyboard.press('Enter');
  }
}

async function toProvider(page: Page, locale: Locale): Promise<void> {
  await page.goto(at(locale, '/'));
  await page
    .getByRole('main')
    .getByRole('button', { name: say(locale, 'Sign in'), exact: true })
    .click();
}

/** What comes between for who has just signed up (an address to confirm, details) is put off. */
async function home(page: Page, member: Member, locale: Locale): Promise<void> {
  if (!member.emailVerified) await putOff(page, at(locale, '/verify-user'), locale);
  if (member.lastName === null) await putOff(page, at(locale, '/register'), locale);
  await page.waitForURL(`**${at(locale, '/my-page')}`);
  await expectGreeted(page, member, locale);
}

async function putOff(page: Page, path: string, locale: Locale): Promise<void> {
  await page.waitForURL(`**${path}`);
  await page.getByRole('button', { name: say(locale, 'Later'), exact: true }).click();
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
