import type { Page } from '@playwright/test';
import {
  AUDIENCE,
  type MinimalProvider,
  startMinimalProvider,
} from '@portal/server-testing/other-provider/minimal-provider';
import type { Endpoint } from '@portal/shared-contract';
import * as contract from '@portal/shared-contract';
import { onboardingActions } from '../onboarding/actions.ts';
import { goToCheck } from '../passports/purchase-actions.ts';
import { violations } from '../support/axe.ts';
import { expectContent } from '../support/content.ts';
import { createMember } from '../support/members.ts';
import { sendNotifications } from '../support/notifications.ts';
import { codeSentTo } from '../support/outbox.ts';
import { releasedRoutes } from '../support/routes.ts';
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
// One portal for both, and members who are there before.
test.describe.configure({ mode: 'serial' });

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

// @proves 3.46 10.160 10.162 10.165 10.166 10.167 10.168
test('a member uses the whole portal with another provider', async ({
  page,
  portal,
  provider,
  errors,
}) => {
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

  await test.step('makes every call of the contract', async () => {
    const [token = ''] = await storedTokens(page);
    const answers = await answersTo(portal.api, token ?? '');
    const those = (test: (answer: Answer) => boolean) =>
      answers.filter(test).map(({ call }) => call);
    expect(those(({ status }) => status >= 500)).toEqual([]);
    expect(those(({ status }) => status === 401).sort()).toEqual(OF_WHO_IS_NO_MEMBER_YET);
    const gone = those(({ call, code }) => code === 'request.not_found' && call !== OF_A_RECORD);
    expect(gone.sort()).toEqual(OF_OUR_PROVIDER);
  });

  await test.step('opens every screen; what that provider does itself leads to the settings', async () => {
    const routes = (await releasedRoutes()).filter(
      ({ path, guard }) => guard !== 'public' && !path.includes(':'),
    );
    expect(routes.length).toBeGreaterThan(20);
    for (const { path } of routes) {
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
    await page.waitForURL((url) => url.origin === portal.portal && /^\/(en)?$/.test(url.pathname));
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
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  // @proves 2.100 10.163
  test(
    'a sign-in with the address of a member leads to that member by a code, and then on',
    PROOF,
    async ({ page, portal, provider, errors }) => {
      test.setTimeout(180_000);
      // The first calls are refused until the sign-in is linked.
      errors.allow(/status of 403/);
      const known = await createMember(portal, { lastName: '加藤', firstName: '蓮' });
      provider.people.set('ren', { email: known.email, email_verified: true });
      const actions = onboardingActions(page, portal, 'ja');
      const { heading, press, enterCode, text } = actions;

      await test.step('is linked by a code', async () => {
        await page.goto('/my-page/notifications?page=1');
        await page.waitForURL(`${provider.issuer}/connect/authorize?**`);
        expect(new URL(page.url()).searchParams.get('ui_locales')).toBe('ja');
        await signInThere(page, 'ren');
        await heading('You already have an account');
        expect(await violations(page)).toEqual([]);

        // Another page leads there too, and then back to it.
        await page.goto('/account/settings');
        await heading('You already have an account');
        await page.reload();
        await press('Send a code');
        await enterCode(await codeSentTo(portal, known.email));
        await page.waitForURL(`${portal.portal}/account/settings`);
        await expect(page.getByRole('banner')).toContainText('加藤');
      });

      await test.step('reads a notification that comes in', async () => {
        await page.goto('/my-page/notifications');
        await expectContent(page);
        await sendNotifications(portal, known.email, [{ title: '夏祭り' }]);
        await page
          .getByRole('main')
          .getByRole('link', { name: /夏祭り/ })
          .click();
        await page.getByRole('heading', { level: 1, name: '夏祭り' }).waitFor();
      });

      await test.step('buys a passport', async () => {
        await goToCheck({ page, locale: 'ja' });
        await page.locator('input[value=counter]').check({ force: true });
        await page.getByRole('button', { name: /購入する$/ }).click();
        await expect(actions.main.getByText(text('Thank you for your purchase'))).toBeVisible();
      });
    },
  );
});

/** The calls of what the other provider does itself. */
const OF_OUR_PROVIDER = [
  'DELETE /me/passkeys/{id}',
  'DELETE /me/totp',
  'GET /me/passkeys',
  'GET /me/sign-in-methods',
  'POST /me/link-line',
  'POST /me/passkeys',
  'POST /me/passkeys/options',
  'POST /me/recovery-codes',
  'POST /me/totp',
  'POST /mfa/verify-link',
  'POST /setting-password/second-step',
  'POST /setting-password/second-step/options',
  'POST /signup',
  'POST /unblock',
  'POST /v2/mfa/send-code',
  'POST /v2/mfa/verify-code',
  'PUT /me/mfa/disable',
  'PUT /me/mfa/enable',
  'PUT /me/passkeys/{id}',
  'PUT /me/setting-password',
  'PUT /me/totp',
  'PUT /me/unlink-line',
  'PUT /setting-password',
];
/** The call for one notification answers so too, for an id that nobody has. */
const OF_A_RECORD = 'GET /notifications/{id}';

/** They link a sign-in, and refuse one that is linked. */
const OF_WHO_IS_NO_MEMBER_YET = ['POST /link-sign-in', 'POST /link-sign-in/send-code'];

type Answer = { readonly call: string; readonly status: number; readonly code: unknown };

/** The answer to every call of a member, with no input or an id that nobody has. */
async function answersTo(api: string, token: string): Promise<Answer[]> {
  const endpoints = (Object.values(contract) as unknown[]).filter(isEndpoint);
  const answers: Answer[] = [];
  for (const { method, path, access, body } of endpoints) {
    if (access === 'team') continue;
    const url = api + path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: '{}' }),
    });
    const { status } = answer;
    answers.push({ call: `${method} ${path}`, status, code: await codeOf(answer) });
  }
  return answers;
}

/** The code of a refusal. */
async function codeOf(answer: Response): Promise<unknown> {
  const isRefusal = !answer.ok && answer.headers.get('content-type')?.includes('json');
  if (isRefusal) return ((await answer.json()) as { error?: unknown }).error;
  await answer.body?.cancel();
  return undefined;
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
