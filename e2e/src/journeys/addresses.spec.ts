import { violations } from '../support/axe.ts';
import { LOCALES, localePath, translate } from '../support/labels.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { expect, tagOfLanguage, test } from '../support/test.ts';

const COOKIE_DAYS = 365;
const DAY_MS = 86_400_000;

for (const locale of LOCALES) {
  // @proves 2.1 2.3 2.34 2.63 2.64
  test(
    `${locale}: a visitor who opens /account comes back there after signing in`,
    tagOfLanguage(locale),
    async ({ page, member, portal }) => {
      const address = `${localePath(locale, '/account')}?from=mail#security`;
      await page.goto(address);
      await signInAtProvider(page, member, locale);
      await page.waitForURL(`${portal.portal}${address}`);
      await expect(page.getByRole('main')).toContainText(member.email.slice(0, 1));
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      expect(await violations(page)).toEqual([]);
    },
  );

  // @proves 2.51 2.56 2.58 2.93
  test(
    `${locale}: an unknown address says so and leads home`,
    tagOfLanguage(locale),
    async ({ page, member, portal }) => {
      await startSession(page, portal, member, locale);
      const pageNotFound = translate(locale, 'Page not found');
      for (const path of ['/nowhere', '/my-page/nowhere', '/account/nowhere', '/404'] as const) {
        const answer = await page.goto(localePath(locale, path));
        expect(answer?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageNotFound);
        await expect(page).toHaveTitle(new RegExp(pageNotFound));
      }
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: translate(locale, 'Back to Home') }).click();
      await expectGreeting(page, member, locale);
    },
  );

  // @proves 1.14 1.15 2.2 9.9
  test(
    `${locale}: switching the language shows the same page in the other one`,
    tagOfLanguage(locale),
    async ({ page }) => {
      const other = locale === 'ja' ? 'en' : 'ja';
      await page.goto(`${localePath(locale, '/signup')}?plan=a`);
      await page
        .getByRole('link', { name: other === 'ja' ? '日本語' : 'English' })
        .first()
        .click();
      await expect(page).toHaveURL(`${localePath(other, '/signup')}?plan=a`);
      await expect(page.locator('html')).toHaveAttribute('lang', other);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const cookies = await page.context().cookies();
      const remembered = cookies.find(({ name }) => name === 'locale');
      expect(remembered?.value).toBe(other);
      const days = ((remembered?.expires ?? 0) * 1000 - Date.now()) / DAY_MS;
      expect(Math.round(days)).toBe(COOKIE_DAYS);
    },
  );
}

// @proves 1.14
test('the ja prefix leads to the bare address', async ({ page }) => {
  await page.goto('/ja/terms-of-service?a=1');
  await expect(page).toHaveURL('/terms-of-service?a=1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);
});

// @proves 2.52
test('the welcome page sends a signed-in member home', async ({ page, member, portal }) => {
  await startSession(page, portal, member);
  await page.goto('/');
  await page.waitForURL('**/my-page');
  await expectGreeting(page, member);
});
