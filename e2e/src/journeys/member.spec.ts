import { localePath, translate } from '../support/labels.ts';
import { nameOf } from '../support/members.ts';
import { mainScreenOf, REMOTES } from '../support/routes.ts';
import { storedTokens } from '../support/session-record.ts';
import {
  expectGreeting,
  goToProvider,
  openAndAwaitCheck,
  signInAtProvider,
} from '../support/sign-in.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';

for (const [locale, device, use] of [
  ['ja', 'a phone', PHONE],
  ['en', 'a desktop', DESKTOP],
] as const) {
  test.describe(`${locale}, on ${device}`, () => {
    test.use(use);
    const text = (english: string) => translate(locale, english);

    // @proves 1.3 1.13 1.20 2.24 2.61 2.64 4.18 7.77 10.6 10.16
    test('a member signs in, visits each remote and signs out', async ({
      page,
      context,
      member,
      portal,
    }) => {
      await test.step('signs in from the welcome page', async () => {
        await page.goto(localePath(locale, '/'));
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await goToProvider(page, locale);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await signInAtProvider(page, member, locale);
        await page.waitForURL(`${portal.portal}${localePath(locale, '/my-page')}`);
        await expectGreeting(page, member, locale);
        await expect(page.getByRole('banner')).toContainText(nameOf(member, locale));
      });

      await test.step('visits a screen of each remote', async () => {
        for (const remote of REMOTES) {
          const { path } = await mainScreenOf(remote);
          await page.goto(localePath(locale, path));
          await page.getByRole('heading', { level: 1 }).waitFor();
        }
        await page.goto(localePath(locale, '/account'));
        await expect(page.getByRole('main')).toContainText(nameOf(member, locale));
      });

      await test.step('signs out, in every tab', async () => {
        const otherTab = await context.newPage();
        for (const tab of [otherTab, page]) {
          await openAndAwaitCheck(tab, localePath(locale, '/my-page'));
          await expectGreeting(tab, member, locale);
        }
        const [accessToken] = await storedTokens(page);
        expect(accessToken).toBeTruthy();
        if (device === 'a phone') {
          await page.getByRole('button', { name: text('Menu'), exact: true }).click();
        }
        await page
          .getByRole('button', { name: text('Sign out'), exact: true })
          .last()
          .click();
        await page.waitForURL(({ pathname }) => ['/', '/en', '/en/'].includes(pathname));
        await expect(
          // The provider returns to one address for both languages.
          page.getByRole('main').getByRole('button', { name: /^(ログイン|Sign in)$/ }),
        ).toBeVisible();
        expect(new URL(page.url()).origin).toBe(portal.portal);
        expect(await storedTokens(page)).toEqual([null, null, null]);
        await expect(otherTab.getByText(nameOf(member, locale))).toHaveCount(0);
        expect(await storedTokens(otherTab)).toEqual([null, null, null]);
        const answer = await fetch(`${portal.api}/userinfo`, {
          headers: { authorization: `Bearer ${accessToken}` },
        });
        expect(answer.status, 'the old token is refused at once').toBe(401);
      });
    });
  });
}
