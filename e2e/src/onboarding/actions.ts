import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { localePath, translate } from '../support/labels.ts';
import {
  button,
  choice,
  codeField,
  expectHeading,
  field,
  link,
  main,
  press,
} from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';

export const PASSWORD = 'matcha-to-daifuku-88';

/** What a new or returning member does on the screens around the sign-in, in one language. */
export function onboardingActions(page: Page, portal: Addresses, locale: Locale) {
  const on = { page, locale };
  return {
    on,
    main: main(on),
    text: (english: string) => translate(locale, english),
    heading: (english: string) => expectHeading(on, english),
    button: (english: string) => button(on, english),
    link: (english: string) => link(on, english),
    field: (label: string) => field(on, label),
    press: (english: string) => press(on, english),

    /** The sixth digit submits the code. */
    enterCode: (code: string) => codeField(on).fill(code),

    async askForSignUpCode(email: string): Promise<void> {
      await page.locator('#field-email').fill(email);
      await page.locator('#field-agreed').check();
      await press(on, 'Send a code to this address');
      await expectHeading(on, 'Enter the code');
    },

    /** Fills in the empty profile form of a new member, up to the page that shows all of it. */
    async fillInDetails(): Promise<void> {
      await expectHeading(on, 'Your details');
      await field(on, 'Country or region').selectOption('JP');
      await field(on, 'Last name').fill('桜井');
      await field(on, 'First name').fill('さくら');
      await field(on, 'Last name in katakana').fill('さくらい');
      await field(on, 'First name in katakana').fill('サクラ');
      const wheels = { name: translate(locale, 'Date of birth') };
      await main(on).getByRole('button', wheels).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: translate(locale, 'Choose') })
        .click();
      await choice(on, 'Female').check();
      await field(on, 'Postal code').fill('1000001');
      await field(on, 'Postal code').blur();
      await expect(field(on, 'City')).toHaveValue('千代田区');
      await field(on, 'Street address').fill('千代田1-1');
      await field(on, 'Phone number').fill('09012345678');
      await field(on, 'Phone number').blur();
      await expect(field(on, 'Phone number')).toHaveValue('090-1234-5678');
      await press(on, 'Check your details');
      await expectHeading(on, 'Check your details');
    },

    async expectHome(): Promise<void> {
      await page.waitForURL(`${portal.portal}${localePath(locale, '/my-page')}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  };
}
