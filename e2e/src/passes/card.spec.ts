import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { violations } from '../support/axe.ts';
import { buyPass, type MemberApi } from '../support/passes.ts';
import { storedTokens } from '../support/session-record.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { say } from '../support/words.ts';
import { addPhoto, press } from './buying.ts';
import { gate } from './gate.ts';
import { PASS_MEMBERS } from './people.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

const apiOf = async (page: Page, api: string): Promise<MemberApi> => {
  const [token = null] = await storedTokens(page);
  if (!token) throw new Error('Nobody is signed in');
  return { api, token };
};

/** What a scanner reads off the screen. */
async function scanned(page: Page): Promise<string> {
  const picture = page.getByRole('img', { name: say('ja', 'QR code for the gate') }).last();
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('No code can be read off the screen');
  return code.data;
}

test('the code on the screen opens the gate, also without a connection', async ({
  page,
  context,
  portal,
  watch,
}) => {
  await signIn(page, PASS_MEMBERS.shows, 'ja');
  const { id } = await buyPass(await apiOf(page, portal.api));
  await page.goto(`/my-page/passports/${id}`);
  await expect(page.getByText(say('ja', 'Please pay at the counter'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('ja', 'Show the QR code') })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(await gate(portal, '--paid', id)).toContain('Done');

  await page.reload();
  const turn = page.getByRole('button', { name: say('ja', 'Show the QR code') });
  await turn.focus();
  await page.keyboard.press('Enter');
  await press(page, 'ja', 'Show the code larger');
  const code = await scanned(page);
  expect(await gate(portal, code)).toMatch(/^VALID/);
  expect(await gate(portal, '--offline', code)).toMatch(/^VALID/);
  expect(await violations(page)).toEqual([]);

  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await press(page, 'ja', 'Close');
  // What the browser tells when the connection is back: it is not, as the page then finds out.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(/^オフラインです。/)).toBeVisible({ timeout: 40_000 });
  expect(await violations(page)).toEqual([]);
  await press(page, 'ja', 'Show the code larger');
  expect(await gate(portal, await scanned(page))).toMatch(/^VALID/);
  await context.setOffline(false);
});

test('a pass goes from one member to another, and its old code opens nothing', async ({
  page,
  newBrowser,
  portal,
  watch,
}) => {
  // The former owner asks for what is not theirs any more.
  watch.expect(/status of 403 .*\/api\/passports\//);
  await signIn(page, PASS_MEMBERS.gives, 'ja');
  const { id } = await buyPass(await apiOf(page, portal.api));
  await gate(portal, '--paid', id);
  await page.goto(`/my-page/passports/${id}`);
  await press(page, 'ja', 'Show the QR code');
  await press(page, 'ja', 'Show the code larger');
  const old = await scanned(page);
  expect(await gate(portal, old)).toMatch(/^VALID/);
  await press(page, 'ja', 'Close');

  const other = await (
    await newBrowser({ viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-US' })
  ).newPage();
  await signIn(other, PASS_MEMBERS.receives, 'en');
  const number = /\d{10}/.exec((await other.getByText(/^Member number/).textContent()) ?? '')?.[0];

  await page
    .getByRole('button', { name: new RegExp(say('ja', 'Transfer to another member')) })
    .click();
  await page.locator('#field-username').fill(number ?? '');
  expect(await violations(page)).toEqual([]);
  await press(page, 'ja', 'Next');
  await press(page, 'ja', 'Offer');
  await expect(page.getByText(/譲渡を申し込んでいます/)).toBeVisible();
  expect(await gate(portal, old)).toMatch(/^NOT VALID/);
  expect(await violations(page)).toEqual([]);

  await other.reload();
  await other.getByRole('link', { name: /Being transferred/ }).click();
  await expect(other.getByText(/would like to give you this passport/)).toBeVisible();
  expect(await violations(other)).toEqual([]);
  await press(other, 'en', 'Accept');
  await expect(other.getByText('Please add a photo')).toBeVisible();
  await press(other, 'en', 'Add a photo');
  await addPhoto(other, 'en');
  await press(other, 'en', 'Save');
  await expect(other.getByText('Please add a photo')).toHaveCount(0);
  await press(other, 'en', 'Show the QR code');
  await press(other, 'en', 'Show the code larger');

  expect(await gate(portal, old)).toMatch(/^NOT VALID/);
  await page.reload();
  await page.waitForURL('**/404');
});
