import type { BrowserContext, Page } from '@playwright/test';
import { gate } from '../passports/gate.ts';
import { localePath, translate } from '../support/labels.ts';
import { createMember, type Member, nameOf } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { expectKept, expectPassesKept } from './worker.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

/** A member with a paid passport, whose browser has visited the home once. */
async function visitHome(
  page: Page,
  portal: Addresses,
  member: Member,
  locale: 'ja' | 'en',
): Promise<string> {
  const { state, accessToken } = await sessionOf(portal, member, locale);
  const { id } = await buyPassport({ api: portal.api, token: accessToken });
  expect(await gate(portal, '--paid', id)).toContain('Done');
  await putSession(page, state);
  const home = localePath(locale, '/my-page');
  await page.goto(home);
  await expect(page.getByText(nameOf(member, locale)).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expectPassesKept(page);
  await expectKept(page, home);
  return id;
}

/** The app is closed, the connection gone, and the app is opened. */
async function openOffline(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await page.close();
  await context.setOffline(true);
  const opened = await context.newPage();
  await opened.goto(path);
  return opened;
}

for (const locale of ['ja', 'en'] as const) {
  // @proves 14.80 14.85
  test(`${locale}: after one visit the portal opens without a connection, with the pass, its photo and its code`, async ({
    page,
    context,
    portal,
    errors,
  }) => {
    errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const member = await createMember(portal);
    const id = await visitHome(page, portal, member, locale);

    const opened = await openOffline(context, page, localePath(locale, '/'));
    await expect(opened.getByText(nameOf(member, locale)).first()).toBeVisible();
    const card = opened.locator(`a[href$="/my-page/passports/${id}"]`);
    await expect(card).toBeVisible();
    const since = await opened.evaluate(() => performance.now());
    test.info().annotations.push({ type: 'card without a connection', description: `${since} ms` });
    await expect(opened.getByText(/^(オフラインです|No connection)/)).toBeVisible();
    await expect(opened.getByRole('alert')).toHaveCount(0);
    await card.click();
    await opened.getByRole('button', { name: translate(locale, 'Show the QR code') }).waitFor();
    const photo = opened
      .getByRole('img', { name: translate(locale, 'Photo of the holder') })
      .first();
    await expect
      .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await context.setOffline(false);
  });
}
