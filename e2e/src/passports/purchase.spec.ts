import { translate } from '../support/labels.ts';
import { expectHeading } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { goToCheck, press } from './purchase-actions.ts';

test.use(PHONE);
test.describe.configure({ timeout: 120_000 });
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
