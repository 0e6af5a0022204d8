import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import type { Member } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { press } from './purchase-actions.ts';
import { scan } from './scan.ts';
import { turnstile, turnstileAt } from './turnstile.ts';

test.describe.configure({ timeout: 120_000 });
test.use(PHONE);

/** Signs the member in on the page and buys a passport for them. Returns its id. */
async function ownerOfPassport(page: Page, portal: Addresses, member: Member): Promise<string> {
  const session = await sessionOf(portal, member);
  const { id } = await buyPassport(session.api);
  await putSession(page, session);
  return id;
}

// @proves 2.27 14.10 14.31 14.32 14.35 14.702
test('the code on the screen opens the turnstile, also without a connection', async ({
  page,
  context,
  portal,
  member,
  errors,
}) => {
  const id = await ownerOfPassport(page, portal, member);
  await page.goto(`/my-page/passports/${id}`);
  await expect(page.getByText(translate('ja', 'Pay at the counter'))).toBeVisible();
  await expect(page.getByRole('button', { name: translate('ja', 'Show the QR code') })).toHaveCount(
    0,
  );
  expect(await violations(page)).toEqual([]);
  expect(await turnstile(portal, '--paid', id)).toContain('Done');

  const stream = page.waitForResponse('**/notifications/events');
  await page.reload();
  await stream;
  const turn = page.getByRole('button', { name: translate('ja', 'Show the QR code') });
  await turn.focus();
  await page.keyboard.press('Enter');
  const code = await scan(page, 'ja');
  expect(await turnstile(portal, code)).toMatch(/^VALID/);
  await expect(page.getByRole('dialog').getByText(translate('ja', 'Checked in'))).toBeVisible();
  expect(await turnstile(portal, '--offline', code)).toMatch(/^VALID/);
  expect(await violations(page)).toEqual([]);

  errors.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.getByRole('button', { name: translate('ja', 'Back to the QR code') }).click();
  // The browser reports a connection; the page finds out that there is none.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog').getByText(/^オフラインです。/)).toBeVisible({
    timeout: 40_000,
  });
  expect(await violations(page)).toEqual([]);
  // The code before was used; the next one comes within half a minute.
  await expect(async () =>
    expect(await turnstile(portal, await scan(page, 'ja'))).toMatch(/^VALID/),
  ).toPass({ timeout: 40_000 });
  await context.setOffline(false);
});

// @proves 14.60 14.64 14.65 14.66
test('a phone that has slept without a connection shows codes of its own', async ({
  page,
  context,
  portal,
  member,
  errors,
}) => {
  const on = { page, locale: 'ja' } as const;
  const id = await ownerOfPassport(page, portal, member);
  await turnstile(portal, '--paid', id);
  const granted = page.waitForResponse((answer) => answer.url().endsWith('/turnstile-grant'));
  await page.goto(`/my-page/passports/${id}`);
  await press(on, 'Show the QR code');
  await granted;
  errors.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  // The device's clock goes on in a sleep; the clock of the page may stand still.
  const SLEEP_MS = 60 * 60 * 1000;
  await page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, SLEEP_MS);
  const later = () => new Date(Date.now() + SLEEP_MS);

  const own = page.locator('svg[viewBox="0 0 65 65"]');
  await expect(own).toBeVisible();
  const shown = await scan(page, 'ja');
  expect(shown).toMatch(/^P2\./);
  expect(await turnstileAt(later, portal, '--offline', shown)).toMatch(/^VALID/);
  const words = page.getByRole('dialog').getByText(/^オフラインです。/);
  await expect(words).toHaveText(/\d{1,2}:\d{2}まで使えます/);
  // The server's clock has not gone on. A stream that is still open may bring its answer onto the screen.
  expect(await turnstile(portal, shown)).toContain('this code is for later');
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
});
