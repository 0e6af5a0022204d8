import { violations } from '../support/axe.ts';
import { translate } from '../support/labels.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const locale = 'ja' as const;

const COOKIE_DAYS = 365;
const DAY_MS = 86_400_000;

// @proves 2.1 2.3 2.34 2.63 2.64
test('a visitor who opens /account comes back there after signing in', async ({
  page,
  member,
  portal,
}) => {
  const address = `/account?from=mail#security`;
  await page.goto(address);
  await signInAtProvider(page, member);
  await page.waitForURL(`${portal.portal}${address}`);
  await expect(page.getByRole('main')).toContainText(member.email.slice(0, 1));
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  expect(await violations(page)).toEqual([]);
});

// @proves 2.51 2.56 2.58 2.93
test('an unknown address says so and leads home', async ({ page, member, portal }) => {
  await startSession(page, portal, member);
  const pageNotFound = translate(locale, 'Page not found');
  for (const path of ['/nowhere', '/my-page/nowhere', '/account/nowhere', '/404'] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageNotFound);
    await expect(page).toHaveTitle(new RegExp(pageNotFound));
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: translate(locale, 'Back to Home') }).click();
  await expectGreeting(page, member);
});

// @proves 1.14 1.15 2.2 9.9
test('switching the language shows the same page in the other one', async ({ page }) => {
  await page.goto(`/signup?plan=a`);
  await page.getByRole('link', { name: 'English' }).first().click();
  await expect(page).toHaveURL('/en/signup?plan=a');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await page.context().cookies();
  const remembered = cookies.find(({ name }) => name === 'locale');
  expect(remembered?.value).toBe('en');
  const days = ((remembered?.expires ?? 0) * 1000 - Date.now()) / DAY_MS;
  expect(Math.round(days)).toBe(COOKIE_DAYS);
});

// @proves 2.52
test('the welcome page sends a signed-in member home', async ({ page, member, portal }) => {
  await startSession(page, portal, member);
  await page.goto('/');
  await page.waitForURL('**/my-page');
  await expectGreeting(page, member);
});
