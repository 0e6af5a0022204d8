import type { Page } from '@playwright/test';
import { turnstile } from '@portal/e2e/passports/turnstile';
import { expectContent } from '@portal/e2e/support/content';
import { localePath, translate } from '@portal/e2e/support/labels';
import { ask, type MemberApi, memberApi } from '@portal/e2e/support/member-api';
import { buyPassport } from '@portal/e2e/support/passports';
import type { Addresses } from '@portal/e2e/support/portal';
import type { Locale } from '@portal/shared-contract';
import type { TourScreen } from './account-screens.ts';

/** The visits of a member's passports that several screens of the tour begin with. */
export function ownPassports(portal: Addresses) {
  const visit = async (page: Page, locale: Locale, path: `/${string}`): Promise<void> => {
    await page.goto(portal.portal + localePath(locale, path));
    await expectContent(page);
  };
  return {
    visit,
    /** A passport that can be used from today, or that is not paid yet. */
    async buy(
      page: Page,
      locale: Locale,
      { paid = true, ...purchase }: Parameters<typeof buyPassport>[1] & { paid?: boolean } = {},
    ): Promise<MemberApi & { readonly id: string }> {
      if (page.url() === 'about:blank') await visit(page, locale, '/my-page');
      const member = await memberApi(page, portal);
      const { id } = await buyPassport(member, purchase);
      const { data } = await ask(member, 'GET', `/passports/${id}`);
      if (paid) await turnstile(portal, '--paid', data.order_number);
      return { ...member, id };
    },
  };
}

/** Presses a row of a passport's page. @param english what the row's name begins with, in English */
export const pressRow = (page: Page, locale: Locale, english: string): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^${translate(locale, english)}`) }).click();

/** Presses a row of a passport's page and waits for its dialog. */
export async function openRow(page: Page, locale: Locale, english: string): Promise<void> {
  await pressRow(page, locale, english);
  await page.getByRole('alertdialog').waitFor();
}

/** A screen of a member whom each appearance has for itself. */
export const screen = (name: string, open: TourScreen['open'], overlay = false): TourScreen => ({
  name,
  as: 'own-member',
  overlay,
  open,
});
