import { expectGreeted, signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { at, LOCALES, say } from '../support/words.ts';

for (const locale of LOCALES) {
  test(`${locale}: who opens /account without a session comes back there after signing in`, async ({
    page,
    member,
    portal,
  }) => {
    const address = `${at(locale, '/account')}?from=mail#security`;
    await page.goto(address);
    await signInAtProvider(page, member, locale);
    await page.waitForURL(`${portal.portal}${address}`);
    await expect(page.getByRole('main')).toContainText(member.email.slice(0, 1));
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  });

  test(`${locale}: an address that nobody owns says so and leads home`, async ({
    page,
    member,
  }) => {
    await signIn(page, member, locale);
    for (const bare of ['/nowhere', '/my-page/nowhere', '/account/nowhere', '/404'] as const) {
      await page.goto(at(locale, bare));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        say(locale, 'Page not found'),
      );
      await expect(page).toHaveTitle(new RegExp(say(locale, 'Page not found')));
    }
    await page.getByRole('link', { name: say(locale, 'Back to my page') }).click();
    await expectGreeted(page, member, locale);
  });

  test(`${locale}: switching the language shows the same page in the other one`, async ({
    page,
  }) => {
    const other = locale === 'ja' ? 'en' : 'ja';
    await page.goto(`${at(locale, '/signup')}?plan=a`);
    await page
      .getByRole('link', { name: other === 'ja' ? '日本語' : 'English' })
      .first()
      .click();
    await expect(page).toHaveURL(`${at(other, '/signup')}?plan=a`);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const cookies = await page.context().cookies();
    const remembered = cookies.find(({ name }) => name === 'locale');
    expect(remembered?.value).toBe(other);
    const days = ((remembered?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });
}

test('the ja prefix leads to the bare address', async ({ page }) => {
  await page.goto('/ja/terms-of-service?a=1');
  await expect(page).toHaveURL('/terms-of-service?a=1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('who is signed in goes from the welcome page to their home', async ({ page, member }) => {
  await signIn(page, member);
  await page.goto('/');
  await page.waitForURL('**/my-page');
  await expectGreeted(page, member);
});
