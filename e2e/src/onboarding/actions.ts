import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { localePath, translate } from '../support/labels.ts';
import {
  button,
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

    /** Fills in what the account needs of a member in Japan. */
    async fillInDetails(): Promise<void> {
      await expectHeading(on, 'Your details');
      await field(on, 'Country or region').selectOption('JP');
      await field(on, 'Last name').fill('桜井');
      await field(on, 'First name').fill('さくら');
      await field(on, 'Last name in katakana').fill('さくらい');
      await field(on, 'First name in katakana').fill('サクラ');
      await field(on, 'Postal code').waitFor({ state: 'detached' });
    },

    async expectHome(): Promise<void> {
      await page.waitForURL(`${portal.portal}${localePath(locale, '/my-page')}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  };
}
