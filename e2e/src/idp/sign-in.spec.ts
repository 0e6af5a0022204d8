import { violations } from '../support/axe.ts';
import { codeSentTo } from '../support/outbox.ts';
import { expectGreeted, signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES } from '../support/words.ts';
import { authorizationUrl } from './authorization.ts';
import { AT_PROVIDER } from './people.ts';
import { PROVIDER_WORDS } from './words.ts';

const ja = PROVIDER_WORDS.ja;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('password, code and language work', async ({ page, portal, watch }) => {
    watch.expect(/status of 422/);
    const member = AT_PROVIDER.withoutScript;
    await page.goto(authorizationUrl(portal, 'en'));
    await page.getByRole('link', { name: '日本語' }).click();
    await page.locator('#email').fill(member.email);
    await page.locator('#password').fill('not the password');
    await page.getByRole('button', { name: ja.signIn, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(ja.refused);
    await expect(page.locator('#email')).toHaveValue(member.email);
    await expect(page.locator('#password')).toHaveValue('');

    await signInAtProvider(page, member);
    await expect(page.getByRole('heading', { name: ja.byEmail })).toBeVisible();
    await page.locator('#code').fill(await codeSentTo(portal, member.email));
    await page.getByRole('button', { name: ja.continue, exact: true }).click();
    await page.waitForURL(/\/callback\?.*code=/);
  });

  test('LINE works', async ({ page, portal }) => {
    await page.goto(authorizationUrl(portal, 'ja'));
    await page.getByRole('link', { name: ja.line, exact: true }).click();
    await page.locator('button[name=decision][value=allow]').click();
    await expect(page.getByRole('heading', { name: ja.unknownLine })).toBeVisible();
  });
});

for (const locale of LOCALES) {
  const words = PROVIDER_WORDS[locale];

  test.describe(`the sign-in page, ${locale}`, () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('who has left is told so, and nobody else', async ({ page, watch }) => {
      watch.expect(/status of (403|422)/);
      const member = AT_PROVIDER.hasLeft;
      await page.goto(at(locale, '/my-page'));
      await signInAtProvider(page, { ...member, password: 'not the password' }, locale);
      await expect(page.getByRole('alert')).toContainText(words.refused);
      await signInAtProvider(page, member, locale);
      await expect(page.getByRole('heading', { name: words.closed })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect((await page.context().cookies()).filter(({ name }) => name === 'idp_step')).toEqual(
        [],
      );
    });

    test('a LINE account that nobody here has leads to the sign-up, or back', async ({
      page,
      portal,
    }) => {
      await page.goto(at(locale, '/my-page'));
      await page.getByRole('link', { name: words.line, exact: true }).click();
      await page.locator('button[name=decision][value=allow]').click();
      await expect(page.getByRole('heading', { name: words.unknownLine })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: words.backToSignIn, exact: true }).click();
      await page.getByRole('link', { name: words.forgotten, exact: true }).click();
      await page.waitForURL(`${portal.portal}${at(locale, '/reset-password')}`);
    });
  });
}

test('a page that is opened again after the sign-in says that it is done', async ({
  page,
  portal,
}) => {
  const member = AT_PROVIDER.pressesTwice;
  await page.goto('/my-page');
  await page.waitForURL(`${portal.idp}/sign-in/**`);
  const signInPage = page.url();
  await page.locator('#email').fill(member.email);
  await page.locator('#password').fill(member.password);
  // A second press before the first is answered.
  await page.locator('button.primary').dblclick({ noWaitAfter: true });
  await page.waitForURL(`${portal.portal}/my-page`);
  await expectGreeted(page, member);

  await page.goto(signInPage);
  await expect(page.getByRole('heading', { name: ja.done })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: ja.toMyPage, exact: true }).click();
  await expectGreeted(page, member);
});

test('a sign-in page of another time leads to a new one', async ({ page, portal, watch }) => {
  watch.expect(/status of 400/);
  await page.goto(`${portal.idp}/sign-in/of-another-time?ui_locale=en`);
  await expect(page.getByRole('heading', { name: PROVIDER_WORDS.en.expired })).toBeVisible();
  await page.getByRole('link', { name: PROVIDER_WORDS.en.signInAgain, exact: true }).click();
  await page.waitForURL(`${portal.idp}/sign-in/**`);
  await expect(page.locator('#email')).toBeVisible();
});
