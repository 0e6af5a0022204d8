import { addDays, formatCalendarDate, todayInJapan } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { main } from '../support/page-actions.ts';
import { ownPassport } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { turnstile } from './turnstile.ts';

const locale = 'ja' as const;

test.use(PHONE);

/** In Japan. */
const ARRIVES_WITHIN_DAYS = 14;

// @proves 14.19 14.80
test('the physical card is ordered by a member who sees where it goes, what it costs and when it comes', async ({
  page,
  portal,
  member,
}) => {
  const on = { page, locale };
  await startSession(page, portal, member);
  const id = await ownPassport(page, portal);
  await turnstile(portal, '--paid', id);
  await turnstile(portal, '--confirmed', id);
  await page.goto(`/my-page/passports/${id}`);
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
  // It is not made yet.
  await expect(page.getByText(/お申し込み済み|Ordered, arrives by/)).toContainText(
    formatCalendarDate(arrival, locale),
  );
});
