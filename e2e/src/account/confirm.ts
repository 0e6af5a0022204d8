import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { codeSentTo, lastCode } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';
import { say } from '../support/words.ts';

/** Presses a button of the page by its English words. */
export const press = (page: Page, locale: Locale, english: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: say(locale, english), exact: true })
    .click();

/** Has a code sent, reads it in the outbox and enters it. */
export async function confirmByCode(page: Page, portal: Addresses, locale: Locale, email: string) {
  // A code of the sign-in before would be refused here.
  const before = await lastCode(portal, email);
  await press(page, locale, 'Send a code');
  await enterCode(page, locale, await codeSentTo(portal, email, before));
}

export async function enterCode(page: Page, locale: Locale, code: string): Promise<void> {
  await page.locator('#field-code').fill(code);
  await press(page, locale, 'Confirm');
}
