import type { Page } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import { scan } from '../passports/scan.ts';
import { turnstile } from '../passports/turnstile.ts';
import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { ask } from '../support/member-api.ts';
import { createMember, nameOf } from '../support/members.ts';
import { expectHeading, press } from '../support/page-actions.ts';
import { sessionOf } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { everythingKept, type KeptNames, keptNames, openOffline, visitHome } from './actions.ts';

const locale = 'ja' as const;

test.use({ ...PHONE, serviceWorkers: 'allow' });

const SIGNED_OUT = 'You have been signed out. Sign in again to continue.';
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

// @proves 14.160 14.701
test('after one visit the portal opens without a connection: pass, photo, and a code that opens the turnstile', async ({
  page,
  context,
  portal,
  errors,
}) => {
  errors.allow(NO_CONNECTION);
  const member = await createMember(portal);
  const id = await visitHome(page, portal, member);

  const opened = await openOffline(context, page, '/');
  await expectGreeting(opened, member);
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
  await expect(opened.getByRole('button', { name: translate(locale, 'Try again') })).toHaveCount(0);
  expect(await violations(opened)).toEqual([]);

  await card.click();
  // The home has a button of the same name.
  await expectHeading({ page: opened, locale }, 'Passport');
  const turn = opened.getByRole('button', { name: translate(locale, 'Show the QR code') });
  await turn.click();
  const photo = opened.getByRole('img', { name: translate(locale, 'Photo of the holder') }).last();
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const code = await scan(opened, locale);
  expect(await turnstile(portal, '--offline', code)).toMatch(/^VALID/);
  expect(await turnstile(portal, code)).toMatch(/^VALID/);
  test
    .info()
    .annotations.push({ type: 'home without a connection', description: `${shownAfter} ms` });

  // The connection comes back: the page finds out by itself.
  await opened.goBack();
  await expectGreeting(opened, member);
  await context.setOffline(false);
  await opened.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(opened.getByText(/^(オフラインです|No connection)/)).toHaveCount(0);
  await expect(
    opened.getByText(
      translate(locale, 'You will see this again as soon as you have a connection.'),
    ),
  ).toHaveCount(0);
});

// @proves 14.700
test('where the part that shows passes fails, the kept pass and a code that opens the gate are there', async ({
  page,
  portal,
  context,
  errors,
}) => {
  errors.allow(/ERR_FAILED/, /could not be loaded/);
  const member = await createMember(portal);
  await visitHome(page, portal, member);
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) {
      await worker.unregister();
    }
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await context.route('**/remotes/mypage/**', (route) => route.abort());
  await page.reload();
  await expect(
    page.getByRole('heading', { name: translate(locale, 'Your passports on this device') }),
  ).toBeVisible();
  await expect(page.locator('main').getByText(nameOf(member, locale))).toBeVisible();
  await expect(page.getByRole('link', { name: translate(locale, 'Back to Home') })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(await turnstile(portal, await scan(page, locale))).toMatch(/^VALID/);
});

/** What is left after a sign-out: none of it is of a member. */
const LEFT: KeptNames = {
  // Made anew by the page that is shown.
  databases: { 'portal-session': [] },
  buckets: [],
  localStorage: [],
  sessionStorage: ['react-router-scroll-positions'],
  cookies: ['idp_browser', 'idp_devices', 'idp_locale', 'idp_sign_in', 'portal_slice'],
  workers: [],
  caches: [],
};
/** The same while the identity provider asks for a sign-in, which the page has begun. */
const LEFT_WHEN_ASKED: KeptNames = {
  ...LEFT,
  sessionStorage: [
    'code_verifier',
    'nonce',
    ...LEFT.sessionStorage,
    'reload_guard',
    'sign_in_context',
    'state',
  ],
  cookies: [
    'idp_browser',
    'idp_devices',
    'idp_locale',
    'idp_pending',
    'idp_resume',
    'idp_session',
    'idp_sign_in',
    'portal_slice',
  ],
};

/** The same where the member has pressed for it: the portal guards only what it begins by itself. */
const LEFT_WHEN_ASKED_BY_PRESS: KeptNames = {
  ...LEFT_WHEN_ASKED,
  sessionStorage: LEFT_WHEN_ASKED.sessionStorage.filter((name) => name !== 'reload_guard'),
};

/** Where the page was going is stored before or after all else is removed, and is nobody's. */
async function namesLeft(page: Page): Promise<KeptNames> {
  const kept = await keptNames(page);
  return { ...kept, localStorage: kept.localStorage.filter((name) => name !== 'redirect_uri') };
}

for (const where of ['here', 'on another device'] as const) {
  // @proves 14.164 14.172
  test(`after a sign-out ${where} nothing of the member is left on the device, in any store`, async ({
    page,
    portal,
    context,
    errors,
  }) => {
    errors.allow(/status of 40[01]/, NO_CONNECTION);
    const member = await createMember(portal);
    const id = await visitHome(page, portal, member);
    let expected = where === 'here' ? LEFT : LEFT_WHEN_ASKED;
    if (where === 'here') {
      await page.getByRole('button', { name: translate(locale, 'Menu') }).click();
      await page
        .getByRole('button', { name: translate(locale, 'Sign out') })
        .last()
        .click();
      await page.waitForURL((url) => ['/', '/en'].includes(url.pathname));
    } else {
      const { api } = await sessionOf(portal, member);
      await ask(api, 'DELETE', '/me/devices');
      await page.goto('/my-page');
      // The portal leads to the provider at once, or says first that the session has ended.
      const password = page.getByLabel(serverText(locale, 'Password'), { exact: true });
      const ended = page.getByText(translate(locale, SIGNED_OUT));
      await password.or(ended).first().waitFor();
      if (await ended.isVisible()) {
        expected = LEFT_WHEN_ASKED_BY_PRESS;
        await press({ page, locale }, 'Sign in');
      }
      await password.waitFor();
      await page.goto('/terms-of-service');
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => namesLeft(page)).toEqual(expected);
    const left = await everythingKept(page);
    for (const own of [id, member.email, nameOf(member, locale), member.lastName ?? '']) {
      expect(left).not.toContain(own);
    }
    await expect(
      openOffline(context, page, '/my-page'),
      'there is no page to open without a connection',
    ).rejects.toThrow(NO_CONNECTION);
    await context.setOffline(false);
  });
}
