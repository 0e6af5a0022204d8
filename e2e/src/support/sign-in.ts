import type { Page } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import type { Locale } from '@portal/shared-contract';
import { localePath, translate } from './labels.ts';
import { type Member, nameOf } from './members.ts';

/** Signs in through the pages: from the welcome page through the identity provider to the home. */
export async function signIn(page: Page, member: Member, locale: Locale = 'ja'): Promise<void> {
  await goToProvider(page, locale);
  await signInAtProvider(page, member, locale);
  await expectHome(page, member, locale);
}

/** Opens the welcome page and presses its sign-in button. */
export async function goToProvider(page: Page, locale: Locale = 'ja'): Promise<void> {
  await page.goto(localePath(locale, '/'));
  await page
    .getByRole('main')
    .getByRole('button', { name: translate(locale, 'Sign in'), exact: true })
    .click();
  await page.getByLabel(serverText(locale, 'Password'), { exact: true }).waitFor();
}

/** Enters address and password on the identity provider's page. */
export async function signInAtProvider(page: Page, member: Member, locale: Locale = 'ja') {
  const text = (english: string) => serverText(locale, english);
  await page.getByLabel(text('Email address'), { exact: true }).fill(member.email);
  await page.getByLabel(text('Password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: text('Sign in'), exact: true }).click();
}

/** Enters what the identity provider refuses, and waits for the page that says so. */
export async function failToSignIn(page: Page, member: Member, locale: Locale = 'ja') {
  // The page before may show a refusal too.
  const answered = page.waitForEvent('load');
  await signInAtProvider(page, member, locale);
  await answered;
  await page.getByRole('group').waitFor();
}

/** Goes through the provider's pages with a password or LINE, and a code where needed. @param code supplies it */
export async function passProvider(
  page: Page,
  member: Member,
  locale: Locale,
  code: () => Promise<string>,
): Promise<void> {
  if (member.withoutPassword) {
    await page
      .getByRole('link', { name: serverText(locale, 'Continue with LINE'), exact: true })
      .click();
    await consentAtLine(page, member.line ?? '');
  } else {
    await signInAtProvider(page, member, locale);
  }
  if (member.mfaEnabled) {
    // The last digit submits the code.
    await page.locator('#code').fill(await code());
  }
}

/** Chooses a person on the LINE sandbox's page and consents. */
export async function consentAtLine(page: Page, subject: string): Promise<void> {
  await page.locator(`input[value="${subject}"]`).check();
  await page.locator('button[name=decision][value=allow]').click();
}

/** Puts off what comes after the sign-in of a new member: an address to confirm, and the profile. */
async function expectHome(page: Page, member: Member, locale: Locale): Promise<void> {
  if (!member.emailVerified) await putOff(page, localePath(locale, '/verify-user'), locale);
  if (member.lastName === null) await putOff(page, localePath(locale, '/register'), locale);
  await page.waitForURL(`**${localePath(locale, '/my-page')}`);
  await expectGreeting(page, member, locale);
}

async function putOff(page: Page, path: string, locale: Locale): Promise<void> {
  await page.waitForURL(`**${path}`);
  await page.getByRole('button', { name: translate(locale, 'Later'), exact: true }).click();
}

/** The heading shows the member's name: the member's data has come, not only the frame. */
export async function expectGreeting(page: Page, member: Member, locale: Locale = 'ja') {
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: nameOf(member, locale) })
    .waitFor();
}

/** Opens a page and waits for the answer to its silent check, which a sign-out would break off with a console error. */
export async function openAndAwaitCheck(page: Page, path: string): Promise<void> {
  const checked = page.waitForResponse('**/oauth/token');
  await page.goto(path);
  await checked;
}
