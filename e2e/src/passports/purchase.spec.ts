import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmByCode } from '../account/actions.ts';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { memberApi } from '../support/member-api.ts';
import { createMember, type Member } from '../support/members.ts';
import { expectHeading } from '../support/page-actions.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import {
  chooseToday,
  decideAtPaymentProvider,
  fillInMissingDetails,
  goToCheck,
  press,
} from './purchase-actions.ts';

test.use(PHONE);
test.describe.configure({ timeout: 120_000 });

/** The payment provider reports to the server while the page waits. */
const SETTLED = { timeout: 40_000 };
const ja = (english: string) => translate('ja', english);

// @proves 1.12 2.28 12.2 14.2 14.6
test('bought at the counter, with a receipt that is shown once', async ({
  page,
  portal,
  member,
}) => {
  const on = { page, locale: 'ja' } as const;
  await startSession(page, portal, member);
  await goToCheck(on);
  await page.locator('input[value=counter]').check({ force: true });
  await page.getByRole('button', { name: /購入する$/ }).click();
  await expectHeading(on, 'We have your order');
  await expect(page.getByText(ja('Order number'))).toBeVisible();
  await page.goBack();
  await expect(page.getByText(ja('We have your order'))).toHaveCount(0);
});

// @proves 14.725 14.726
test('the price and the way on are in sight at each step, and at the end of a low page', async ({
  page,
  portal,
  member,
}) => {
  const on = { page, locale: 'ja' } as const;
  await startSession(page, portal, member);
  await page.goto('/my-page/passports/purchase');
  const tabs = page.getByRole('navigation', { name: ja('Main pages') });
  for (const step of ['Buy a passport', 'Choose a design', 'Add a photo']) {
    await expectHeading(on, step);
    await expect(page.getByRole('button', { name: ja('Next'), exact: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByText('9,800円', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(tabs).toBeHidden();
    if (step !== 'Add a photo') await press(on, 'Next');
  }
  await page.setViewportSize({ width: 667, height: 375 });
  await expect(tabs).toBeVisible();
});

// @proves 14.90 14.91
test('a member enters within the purchase what a passport needs', async ({
  page,
  portal,
  errors,
}) => {
  // The first phone number asks for a step-up.
  errors.allow(/status of 403.*\/me/);
  const member = await createMember(portal, { lastName: null, firstName: null });
  const on = { page, locale: 'ja' } as const;
  await startSession(page, portal, member);
  await page.goto('/my-page/passports/purchase');
  await confirmByCode(on, portal, member.email, () => fillInMissingDetails(on));
  await expectHeading(on, 'Buy a passport');
  await chooseToday(on);
  await press(on, 'Next');
  await expectHeading(on, 'Choose a design');
});

// @proves 4.30 14.8 14.729
test('a declined card is reported, and the payment is made with another', async ({
  page,
  portal,
  member,
}) => {
  await openPayment(page, portal, member);
  await decideAtPaymentProvider(page, 'decline');
  await expect(page.getByText(ja('The payment was declined'))).toBeVisible(SETTLED);
  expect(await violations(page)).toEqual([]);
  await press({ page, locale: 'ja' }, 'Go to the payment page');
  await decideAtPaymentProvider(page, 'pay');
  await expect(page.getByRole('main').getByText(ja('Thank you for your purchase'))).toBeVisible(
    SETTLED,
  );
  const download = page.waitForEvent('download');
  await press({ page, locale: 'ja' }, 'Add to the calendar');
  const file = await (await download).path();
  expect((await readFile(file, 'utf8')).match(/^DTSTART;VALUE=DATE:\d{8}$/gm)).toHaveLength(2);
});

/** Buys a passport over the API and opens the page of its payment. */
async function openPayment(page: Page, portal: Addresses, member: Member): Promise<void> {
  await startSession(page, portal, member);
  await page.goto('/terms-of-service');
  const api = await memberApi(page, portal);
  const { paymentUrl } = await buyPassport(api, { payment: 'card' });
  await page.goto(paymentUrl ?? '');
}
