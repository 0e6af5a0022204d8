import type { Page } from '@playwright/test';
import {
  AUDIENCE,
  type MinimalProvider,
  startMinimalProvider,
} from '@portal/server-testing/other-provider/minimal-provider';
import { onboardingActions } from '../onboarding/actions.ts';
import { violations } from '../support/axe.ts';
import { expectContent } from '../support/content.ts';
import { endAccessToken, expireAccessToken, storedTokens } from '../support/session-record.ts';
import { test as base, expect, PROOF } from '../support/test.ts';

/** A provider that is built otherwise than ours, with other paths, and a portal that uses it. */
const test = base.extend<object, { readonly provider: MinimalProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const provider = await startMinimalProvider({
        people: {
          midori: {
            email: 'midori@example.com',
            email_verified: true,
            given_name: 'Midori',
            family_name: 'Ito',
            locale: 'en',
          },
        },
      });
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  ownPortal: [
    async ({ provider }, use) =>
      use({
        env: {
          OIDC_ISSUER: provider.issuer,
          OIDC_AUDIENCE: AUDIENCE,
          OIDC_AUTHORIZE_PARAMS: `audience=${encodeURIComponent(AUDIENCE)}`,
          OIDC_ACCOUNT_URL: `${provider.issuer}/me`,
        },
      }),
    { scope: 'worker' },
  ],
});
test.use({ locale: 'en-US' });

const MINUTE_MS = 60_000;

/** Signs in on that provider's page, where a name is enough. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Tenant 7' }).waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The silent check of the page that is opened: its request, when it has been answered. */
async function silentCheck(page: Page, provider: MinimalProvider, path: string): Promise<URL> {
  const asked = page.waitForRequest(
    (request) =>
      request.url().startsWith(`${provider.issuer}/connect/authorize?`) &&
      new URL(request.url()).searchParams.get('prompt') === 'none',
  );
  const answered = page.waitForResponse((response) =>
    response.url().includes('/silent-check.html?'),
  );
  await page.goto(path);
  await answered;
  return new URL((await asked).url());
}

// @proves 3.46 10.160 10.162 10.165 10.166 10.167 10.168 16.860
test(
  'a member uses the whole portal with another provider',
  PROOF,
  async ({ page, portal, provider, errors }) => {
    test.setTimeout(180_000);
    const actions = onboardingActions(page, portal, 'en');
    const onPage = (path: string) => page.waitForURL(`${portal.portal}${path}`);

    await test.step('signs in there, and is a member with the first call', async () => {
      await page.goto('/en/account/settings');
      await page.waitForURL(`${provider.issuer}/connect/authorize?**`);
      expect(new URL(page.url()).searchParams.get('audience')).toBe(AUDIENCE);
      await signInThere(page, 'midori');
      await onPage('/en/verify-term');
      await actions.press('Agree and continue');
      await onPage('/en/register');
      await actions.press('Later');
      await onPage('/en/account/settings');
      await expectContent(page);
      expect(await violations(page)).toEqual([]);
    });

    await test.step('is asked after silently, by what that provider has published', async () => {
      const asked = await silentCheck(page, provider, '/en/my-page');
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({
        audience: AUDIENCE,
        ui_locales: 'en',
        redirect_uri: `${portal.portal}/silent-check.html`,
      });
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Midori');
    });

    await test.step('gets a new token when the old one has expired', async () => {
      // A call with the old one is refused first.
      errors.allow(/status of 401/);
      await expireAccessToken([page]);
      const renewed = page.waitForRequest(
        (request) =>
          request.url() === `${provider.issuer}/connect/token` &&
          (request.postData() ?? '').includes('grant_type=refresh_token'),
      );
      await page.goto('/en/my-page');
      await renewed;
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Midori');
    });

    await test.step('opens every screen; what that provider does itself leads to the settings', async () => {
      for (const path of [
        '/my-page/passports',
        '/my-page/notifications',
        '/account',
        '/account/edit',
      ]) {
        await page.goto(`/en${path}`);
        await expectContent(page);
        expect(new URL(page.url()).origin, path).toBe(portal.portal);
      }
      for (const path of ['/account/change-password', '/account/mfa-settings']) {
        await page.goto(`/en${path}`);
        await onPage('/en/account/security');
      }
      const link = page.getByRole('link', { name: /Go to your sign-in settings/ });
      await expect(link).toHaveAttribute('href', `${provider.issuer}/me`);
      expect(await violations(page)).toEqual([]);
    });

    await test.step('signs in once more for a sensitive change', async () => {
      // The screens of the step before have begun this flow.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/en/account/change-email');
      await onPage('/en/account/change-email/form');
      provider.ageSignIns(11 * MINUTE_MS);
      await endAccessToken(page);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/en/account/change-email');
      // The silent check asks the provider in a frame.
      const left = page.waitForRequest(
        (request) =>
          request.url().startsWith(provider.issuer) &&
          request.isNavigationRequest() &&
          request.frame() === page.mainFrame(),
      );
      await actions.press('Continue');
      const asked = new URL((await left).url()).searchParams;
      await signInThere(page, 'midori');
      expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
      await onPage('/en/account/change-email/form');
    });

    await test.step('signs out there too, and has no other way in', async () => {
      const left = page.waitForRequest((request) =>
        request.url().startsWith(`${provider.issuer}/connect/end?`),
      );
      await silentCheck(page, provider, '/en/my-page');
      await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
      const { searchParams } = new URL((await left).url());
      expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      await page.waitForURL(
        (url) => url.origin === portal.portal && /^\/(en)?$/.test(url.pathname),
      );
      expect(await storedTokens(page)).toEqual([null, null, null]);
      const welcome = page.getByRole('main');
      await expect(welcome.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expect(welcome.getByRole('link', { name: 'Sign up for free' })).toHaveCount(0);
      await page.goto('/en/reset-password');
      await onPage('/en');
      const ours = await fetch(`${portal.idp}/.well-known/openid-configuration`);
      expect(ours.status).toBe(404);
      await page.goto('/en/my-page');
      await page.getByRole('heading', { name: 'Tenant 7' }).waitFor();
    });
  },
);
