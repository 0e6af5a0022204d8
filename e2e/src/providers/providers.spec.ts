import type { Page } from '@playwright/test';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { onboardingActions } from '../onboarding/actions.ts';
import { createMember } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import {
  endAccessToken,
  expireAccessToken,
  expireSession,
  storedTokens,
} from '../support/session-record.ts';
import { test as base, expect, PROOF } from '../support/test.ts';
import { PROVIDER_KINDS, type ProviderName } from './kinds.ts';
import { type ProviderKind, type StartedProvider, startProvider } from './started-provider.ts';

// The whole portal at providers that others have made: `npm run proofs -- providers`.

type WorkerFixtures = {
  /** Of the project. */
  readonly providerName: ProviderName;
  readonly kind: ProviderKind;
  readonly portBase: number;
  readonly provider: StartedProvider;
};

const test = base.extend<object, WorkerFixtures>({
  providerName: ['lemonldap', { scope: 'worker', option: true }],
  kind: [async ({ providerName }, use) => use(PROVIDER_KINDS[providerName]), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  portBase: [async ({}, use) => use(await freePortBase()), { scope: 'worker' }],
  provider: [
    async ({ kind, portBase }, use) => {
      const addresses = { port: await freePort(), portal: `http://localhost:${portBase}` };
      const provider = await startProvider(kind, addresses);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  ownPortal: [
    async ({ kind, portBase, provider: { issuer } }, use) =>
      use({ portBase, env: { OIDC_ISSUER: issuer, ...kind.settings } }),
    { scope: 'worker' },
  ],
});
test.use({ locale: 'en-US' });
test.describe.configure({ timeout: 240_000 });
test.beforeEach(({ errors, provider: { origin } }) => {
  // Its own pages, what it does not let into a frame, and calls before a renewal or a link.
  errors.allow(new RegExp(origin), /status of 40[013]/);
});

/** Longer than the portal waits before it begins another sign-in by itself. */
const TYPING_MS = 11_000;
const TEN_MINUTES_S = 601;

// @proves 10.160 10.162 10.165 10.166 10.167 10.492 10.493 10.494 10.495 16.860
test('a newcomer uses the whole portal', PROOF, async ({ page, portal, provider, kind }) => {
  const [person] = kind.people;
  const actions = onboardingActions(page, portal, 'en');
  const onPage = (path: string) => page.waitForURL(`${portal.portal}${path}`);
  const atProvider = () => page.waitForURL(`${provider.origin}/**`);
  const greeting = () =>
    page.getByRole('heading', { level: 1, name: `Hello, ${person.greeted}` }).waitFor();

  await test.step('signs in for the first time, from a fresh browser', async () => {
    await page.goto('/en/my-page');
    await atProvider();
    await page.clock.install();
    await typeSlowly(page);
    await kind.signIn(page, person);
    await onPage('/en/verify-term');
    await actions.heading('Agree to the terms of service');
    await expect(page).toHaveTitle(/^Agree to the terms of service/);
    await expect(page.getByText(/have changed/)).toHaveCount(0);
    await actions.press('Agree and continue');
    await onPage('/en/register');
    await actions.press('Later');
    await onPage('/en/my-page');
    await greeting();
    await expect(page.getByText('Two-step verification is switched off')).toHaveCount(0);
  });

  await test.step('is found when the page is opened again', async () => {
    const found = kind.leavesUnanswered === 'nobody signed in' ? silentCheck : renewal;
    await found(page, () => page.goto('/en/my-page'));
    await greeting();
  });

  await test.step('gets a new token when the old one has expired', async () => {
    await expireAccessToken([page]);
    await renewal(page, () => page.goto('/en/my-page'));
    await greeting();
  });

  await test.step('goes on where only this browser knows the session', async () => {
    if (kind.leavesUnanswered !== 'nobody signed in') return;
    await page.context().clearCookies();
    await renewal(page, () => page.goto('/en/my-page'));
    await greeting();
    await expect(page.getByText(/the connection failed/)).toHaveCount(0);
  });

  await test.step('signs in again in a form, which keeps what was typed', async () => {
    // The check of this page has ended with it.
    await renewal(page, () => page.goto('/en/account/edit'));
    await actions.field('Last name').fill('Whoever');
    await page.context().clearCookies();
    await expireSession(page);
    // Whoever comes back to the form later opens it again, and is led to the sign-in.
    await page.reload();
    await atProvider();
    await typeSlowly(page);
    await kind.signIn(page, person);
    await onPage('/en/register');
    await actions.press('Later');
    await page.getByRole('banner').getByText(person.greeted).waitFor();
    await page.goto('/en/account/edit');
    await expect(actions.field('Last name')).toHaveValue('Whoever');
  });

  await test.step('confirms a sensitive change', async () => {
    // Without auth_time in its tokens no change can be confirmed (docs/identity-providers.md).
    if (!provider.ageSignIns) return;
    await page.goto('/en/account/change-email');
    await onPage('/en/account/change-email/form');
    await provider.ageSignIns(TEN_MINUTES_S);
    await endAccessToken(page);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/en/account/change-email');
    await actions.press('Continue');
    await atProvider();
    await kind.signIn(page, person);
    await onPage('/en/account/change-email/form');
  });

  await test.step('signs out here and there', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
    await kind.confirmSignOut?.(page);
    const isHome = (url: URL) => url.origin === portal.portal && /^\/(en)?$/.test(url.pathname);
    if (kind.endsBlank) await page.goto('/en');
    else await page.waitForURL(isHome);
    expect(await storedTokens(page)).toEqual([null, null, null]);
    await page.goto('/en/my-page');
    await atProvider();
  });
});

// @proves 10.163 16.860
test('a member who is known already links the sign-in', PROOF, async ({ page, portal, kind }) => {
  const [, person] = kind.people;
  await createMember(portal, { email: person.email, lastName: 'Tyler', firstName: 'Rose' });
  const actions = onboardingActions(page, portal, 'en');
  await page.goto('/en/my-page');
  await page.waitForURL((url) => url.origin !== portal.portal);
  await page.clock.install();
  await typeSlowly(page);
  await kind.signIn(page, person);
  await actions.heading('You already have an account');
  await actions.press('Send a code');
  await actions.enterCode(await codeSentTo(portal, person.email));
  await actions.expectHome();
  await expect(page.getByRole('banner')).toContainText('Rose Tyler');
});

/** A person takes a while to sign in: by the clock of the page. */
async function typeSlowly(page: Page): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + TYPING_MS);
}

/** Does something that leads to a silent check which finds somebody. */
async function silentCheck(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForRequest(
    (request) =>
      request.url().includes('/silent-check.html?') &&
      new URL(request.url()).searchParams.has('code'),
  );
  await act();
  await answered;
}

/** Does something that leads to a renewal of the token. */
async function renewal(page: Page, act: () => Promise<unknown>): Promise<void> {
  const renewed = page.waitForResponse(
    (response) =>
      response.ok() && (response.request().postData() ?? '').includes('grant_type=refresh_token'),
  );
  await act();
  await renewed;
}
