import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { outbox } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';
import { at, say } from '../support/words.ts';

export const PASSWORD = 'matcha-to-daifuku-88';

/** What a newcomer does on the pages of getting in, in one language. */
export function handsOn(page: Page, portal: Addresses, locale: Locale) {
  const main = page.getByRole('main');
  const words = (english: string) => say(locale, english);
  const heading = (english: string) =>
    expect(
      page.getByRole('heading', { level: 1, name: words(english), exact: true }),
    ).toBeVisible();
  const button = (english: string) =>
    main.getByRole('button', { name: words(english), exact: true });

  async function press(english: string): Promise<void> {
    await expect(button(english)).not.toHaveAttribute('aria-disabled');
    await button(english).click();
  }

  /** A field by its label, with or without the mark that says it is required. */
  function box(label: string) {
    const start = words(label).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return main.getByLabel(new RegExp(`^${start}\\s*(${words('Required')})?$`));
  }

  return {
    main,
    words,
    heading,
    button,
    press,
    box,
    link: (english: string) => main.getByRole('link', { name: words(english), exact: true }),

    /** The last digit sends the code. */
    enterCode: (code: string) => page.locator('#field-code').fill(code),

    async askForSignUpCode(email: string): Promise<void> {
      await page.locator('#field-email').fill(email);
      await page.locator('#field-agreed').check();
      await press('Send a code to this address');
      await heading('Enter the code');
    },

    /** From the empty form of a newcomer to the page that shows all of it. */
    async fillInDetails(): Promise<void> {
      await heading('Your details');
      await box('Last name').fill('桜井');
      await box('First name').fill('さくら');
      await box('Last name in katakana').fill('さくらい');
      await box('First name in katakana').fill('サクラ');
      await main.getByRole('button', { name: words('Date of birth') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('Choose') })
        .click();
      await main.getByRole('radio', { name: words('Female'), exact: true }).check();
      await box('Postal code').fill('1000001');
      await box('Postal code').blur();
      await expect(box('City')).toHaveValue('千代田区');
      await box('Street address').fill('千代田1-1');
      await box('Phone number').pressSequentially('09012345678', { delay: 10 });
      await box('Phone number').blur();
      await expect(box('Phone number')).toHaveValue('090-1234-5678');
      await press('Check your details');
      await heading('Check your details');
    },

    /** The first page of a member whom nothing holds up any more. */
    async expectHome(): Promise<void> {
      await page.waitForURL(`${portal.portal}${at(locale, '/my-page')}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  };
}

/** The page that the newest mail to somebody leads to; waits for the mail. */
export async function linkSentTo(portal: Addresses, to: string, path: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const messages = await outbox(portal, to);
      const addresses = messages.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
      found = addresses.find((address) => new URL(address).pathname.endsWith(path));
      return found;
    })
    .toBeTruthy();
  return found ?? '';
}
