import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { gate } from '../passports/gate.ts';
import { violations } from '../support/axe.ts';
import { localePath, translate } from '../support/labels.ts';
import { ask } from '../support/member-api.ts';
import { createMember, nameOf } from '../support/members.ts';
import { sessionOf } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, tagOfLanguage, test } from '../support/test.ts';
import { everythingKept, openOffline, visitHome } from './actions.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

for (const locale of ['ja', 'en'] as const) {
  // @proves 14.160
  test(
    `${locale}: after one visit the portal opens without a connection: pass, photo, and a code that opens the gate`,
    tagOfLanguage(locale),
    async ({ page, context, portal, errors }) => {
      errors.allow(NO_CONNECTION);
      const member = await createMember(portal);
      const id = await visitHome(page, portal, member, locale);

      const opened = await openOffline(context, page, localePath(locale, '/'));
      await expectGreeting(opened, member, locale);
      const card = opened.locator(`a[href$="/my-page/passports/${id}"]`);
      await expect(card).toBeVisible();
      const shownAfter = await opened.evaluate(() => Math.round(performance.now()));
      await expect(
        opened.getByText(
          /オフラインです。接続がなくても、.+まで使えます|No connection\. Your passports work/,
        ),
      ).toBeVisible();
      // What needs a connection says so, and nothing warns.
      await expect(
        opened.getByText(
          translate(locale, 'You will see this again as soon as you have a connection.'),
        ),
      ).toBeVisible();
      await expect(
        opened.getByRole('button', { name: translate(locale, 'Try again') }),
      ).toHaveCount(0);
      expect(await violations(opened)).toEqual([]);

      await card.click();
      const turn = opened.getByRole('button', { name: translate(locale, 'Show the QR code') });
      await turn.click();
      const photo = opened
        .getByRole('img', { name: translate(locale, 'Photo of the holder') })
        .last();
      await expect
        .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      const code = await scan(opened, locale);
      expect(await gate(portal, '--offline', code)).toMatch(/^VALID/);
      expect(await gate(portal, code)).toMatch(/^VALID/);
      test
        .info()
        .annotations.push({ type: 'home without a connection', description: `${shownAfter} ms` });

      // The connection comes back: the page finds out by itself.
      await opened.goBack();
      await expectGreeting(opened, member, locale);
      await context.setOffline(false);
      await opened.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(opened.getByText(/^(オフラインです|No connection)/)).toHaveCount(0);
      await expect(
        opened.getByText(
          translate(locale, 'You will see this again as soon as you have a connection.'),
        ),
      ).toHaveCount(0);
    },
  );
}

for (const where of ['here', 'on another device'] as const) {
  // @proves 14.164
  test(`after a sign-out ${where} nothing of the member is left on the device`, async ({
    page,
    portal,
    context,
    errors,
  }) => {
    errors.allow(/status of 40[01]/, NO_CONNECTION);
    const member = await createMember(portal);
    const id = await visitHome(page, portal, member);
    if (where === 'here') {
      await page.getByRole('button', { name: translate('ja', 'Menu') }).click();
      await page
        .getByRole('button', { name: translate('ja', 'Sign out') })
        .last()
        .click();
      await page.waitForURL((url) => url.pathname === '/');
    } else {
      const { accessToken, browserKey } = await sessionOf(portal, member);
      const device = { api: portal.api, token: accessToken, browserKey };
      await ask(device, 'DELETE', '/me/devices');
      await page.goto('/my-page');
      await page.getByLabel('パスワード', { exact: true }).waitFor();
      await page.goto('/terms-of-service');
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => everythingKept(page)).not.toContain('portal-kept\n');
    const left = await everythingKept(page);
    for (const own of [id, member.email, nameOf(member, 'ja'), member.lastName]) {
      expect(left).not.toContain(own);
    }
    const opened = await openOffline(context, page, '/my-page');
    await expect(opened.getByText(nameOf(member, 'ja'))).toHaveCount(0);
    await context.setOffline(false);
  });
}

/** Reads the QR code off the screen, as a scanner does. */
async function scan(page: Page, locale: 'ja' | 'en'): Promise<string> {
  const picture = page.getByRole('img', { name: translate(locale, 'QR code for the gate') }).last();
  await picture.waitFor();
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('No QR code can be read off the screen');
  return code.data;
}
