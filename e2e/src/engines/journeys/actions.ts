import { LOCALES, translate } from '../../support/labels.ts';
import type { Tab } from '../tab.ts';

/** The provider returns to one address for both languages; the page may then go on to the other. */
const anyLanguage = (english: string): RegExp =>
  new RegExp(LOCALES.map((locale) => `^${translate(locale, english)}$`).join('|'));

/** By the button of the header, or by the one in the menu on a phone. */
export async function signOut(page: Tab): Promise<void> {
  const name = anyLanguage('Sign out');
  const inHeader = page.getByRole('banner').getByRole('button', { name });
  if (await inHeader.isVisible()) return inHeader.click();
  await page.getByRole('button', { name: anyLanguage('Menu') }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** The welcome page in either language. */
export async function expectWelcome(page: Tab): Promise<void> {
  await page.waitForURL(({ pathname }) => ['/', '/en', '/en/'].includes(pathname));
  await page
    .getByRole('main')
    .getByRole('button', { name: anyLanguage('Sign in') })
    .waitFor();
}
