import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { messagesTo } from '../support/outbox.ts';
import { expectHeading, field, type LocalizedPage, main } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import {
  chooseBirthday,
  chooseFile,
  decideAtPaymentProvider,
  leaveKnownPhoto,
  press,
  pressPay,
} from './purchase-actions.ts';

const locale = 'ja' as const;

test.use(PHONE);
test.describe.configure({ timeout: 120_000 });

/** The payment provider reports to the server while the page waits. */
const SETTLED = { timeout: 40_000 };

/** Counts the taps, without those that choose a file. */
const COUNT_TAPS = () =>
  addEventListener('pointerdown', () => {
    localStorage.setItem('taps', String(Number(localStorage.getItem('taps') ?? 0) + 1));
  });
const tapsOf = (page: Page) => page.evaluate(() => Number(localStorage.getItem('taps') ?? 0));

// @proves 14.110 14.111 14.113 14.114 13.70 14.728
test('a parent buys for themselves and a child, with few taps', async ({
  page,
  portal,
  member,
}) => {
  const on = { page, locale };
  await page.addInitScript(COUNT_TAPS);
  await startSession(page, portal, member);
  await page.goto('/my-page/passports/purchase');
  await expectHeading(on, 'Buy a passport');
  await press(on, 'Next');
  await expectHeading(on, 'Choose a design');
  await press(on, 'Next');
  await choosePhoto(on);

  await press(on, 'Add a passport for someone else');
  await expectHeading(on, 'Passport in your order');
  await expect(page).toHaveTitle(new RegExp(`^${translate(locale, 'Passport in your order')}`));
  await expect(field(on, 'Last name')).toHaveValue(member.lastName ?? '');
  await field(on, 'First name').fill('陽太');
  await chooseBirthday(on);
  // With the design of the first.
  await press(on, 'Next');
  await choosePhoto(on);
  await expect(main(on)).toContainText('14,700');
  expect(await violations(page), 'the check').toEqual([]);

  expect(await tapsOf(page)).toBe(8);
  await pressPay(on);
  await expect(page.locator('.amount')).toContainText('14,700');
  await decideAtPaymentProvider(page, 'pay');
  const thanks = main(on).getByText(translate(locale, 'Thank you for your purchase'));
  await expect(thanks).toBeVisible(SETTLED);
  await expect(main(on).getByRole('link', { name: /陽太/ })).toBeVisible();
  await page.reload();
  await expect(thanks).toBeVisible();
  expect(await violations(page), 'the passport').toEqual([]);

  const [receipt] = await messagesTo(portal, member.email);
  expect(receipt?.text).toContain('陽太');
  await page.goto(new URL(`/messages/${receipt?.id}/body`, portal.outbox).href);
  const cards = page.locator('img');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) {
    expect(await card.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(640);
  }
  const calendar = await fetch(new URL(`/messages/${receipt?.id}/calendar`, portal.outbox));
  expect(await calendar.text()).toMatch(/(?:BEGIN:VEVENT[\s\S]*){4}/);
});

/** From the photo to the last step. */
async function choosePhoto(on: LocalizedPage): Promise<void> {
  const { page } = on;
  await expectHeading(on, 'Add a photo');
  await leaveKnownPhoto(on);
  await chooseFile(page);
  await press(on, 'Use this photo');
  await expectHeading(on, 'Check and pay');
}
