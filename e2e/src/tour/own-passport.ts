import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { gate } from '../passports/gate.ts';
import { expectContent } from '../support/content.ts';
import { localePath } from '../support/labels.ts';
import { ask, type MemberApi, memberApi } from '../support/member-api.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';

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
      if (paid) await gate(portal, '--paid', data.order_number);
      return { ...member, id };
    },
  };
}
