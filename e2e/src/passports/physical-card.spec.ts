import { addDays, formatCalendarDate, LOCALES, todayInJapan } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { localePath, translate } from '../support/labels.ts';
import { main } from '../support/page-actions.ts';
import { ownPassport } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, tagOfLanguage, test } from '../support/test.ts';
import { turnstile } from './turnstile.ts';

test.use(PHONE);

/** In Japan. */
const ARRIVES_WITHIN_DAYS = 14;

for (const locale of LOCALES) {
  // @proves 14.19 14.80
  test(
    `${locale}, on a phone: the physical card is ordered by a member who sees where it goes, what it costs and when it comes`,
    tagOfLanguage(locale),
    async ({ page, portal, member }) => {
      const on = { page, locale };
      await startSession(page, portal, member, locale);
      const id = await ownPassport(page, portal);
      await turnstile(portal, '--paid', id);
      await turnstile(portal, '--confirmed', id);
      await page.goto(localePath(locale, `/my-page/passports/${id}`));
      const row = main(on).getByRole('button', {
        name: new RegExp(`^${translate(locale, 'Physical card')}`),
      });
      await row.click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('100-0005');
      await expect(dialog).toContainText(translate(locale, 'Free of charge'));
      const arrival = addDays(todayInJapan(new Date()), ARRIVES_WITHIN_DAYS);
      await expect(dialog).toContainText(formatCalendarDate(arrival, locale));
      expect(await violations(page)).toEqual([]);

      await dialog.getByRole('button', { name: translate(locale, 'Order'), exact: true }).click();
      await expect(
        page.getByText(translate(locale, 'The physical card has been ordered.')),
      ).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(row).toHaveCount(0);
    },
  );
}
