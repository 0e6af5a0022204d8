import { signIn } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { say } from '../support/words.ts';
import { atProvider, press, walkToCheck } from './buying.ts';
import { PASS_MEMBERS } from './people.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });
test.describe.configure({ timeout: 120_000 });

test('ja, on a phone: bought at the counter, with a receipt', async ({ page }) => {
  await signIn(page, PASS_MEMBERS.buysJa, 'ja');
  await walkToCheck(page, 'ja');
  await page.locator('input[value=counter]').check({ force: true });
  await page.getByRole('button', { name: /購入する$/ }).click();
  await expect(page.getByText(say('ja', 'Thank you for your purchase'))).toBeVisible();
  await expect(page.getByText(say('ja', 'Order number'))).toBeVisible();
  await page.goBack();
  await expect(page.getByText(say('ja', 'Thank you for your purchase'))).toHaveCount(0);
});

test('en, on a phone: bought by card on the provider’s page', async ({ page }) => {
  await signIn(page, PASS_MEMBERS.buysEn, 'en');
  await walkToCheck(page, 'en');
  await page.locator('input[value=card]').check({ force: true });
  await press(page, 'en', 'Buy and go to the payment');
  await atProvider(page, 'pay');
  await expect(page.getByText('Thank you for your purchase')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the QR code' })).toBeVisible();
});

test('a declined card is said, and the payment made by another', async ({ page }) => {
  await signIn(page, PASS_MEMBERS.isDeclined, 'ja');
  await walkToCheck(page, 'ja');
  await page.locator('input[value=card]').check({ force: true });
  await press(page, 'ja', 'Buy and go to the payment');
  await atProvider(page, 'decline');
  await expect(page.getByText(say('ja', 'The payment was declined'))).toBeVisible({
    timeout: 40_000,
  });
  await press(page, 'ja', 'Go to the payment page');
  await atProvider(page, 'pay');
  await expect(page.getByText(say('ja', 'Thank you for your purchase'))).toBeVisible({
    timeout: 40_000,
  });
});

test('who walks away from the payment finds the pass, and the way back to it', async ({ page }) => {
  await signIn(page, PASS_MEMBERS.walksAway, 'en');
  await walkToCheck(page, 'en');
  await page.locator('input[value=card]').check({ force: true });
  await press(page, 'en', 'Buy and go to the payment');
  await atProvider(page, 'leave');
  await expect(page.getByText('The payment is not finished yet')).toBeVisible({ timeout: 40_000 });
  await press(page, 'en', 'Go to the payment page');
  await expect(page.locator('button[value=pay]')).toBeVisible();
});
