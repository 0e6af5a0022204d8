import type { Page } from '@playwright/test';
import { nameOf } from '../support/members.ts';
import { storedTokens } from '../support/session-record.ts';
import { checkedVisit, expectGreeted, signInAtProvider } from '../support/sign-in.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES, say } from '../support/words.ts';

const DEVICES = [
  { device: 'a phone', viewport: PHONE, touch: true },
  { device: 'a desktop', viewport: DESKTOP, touch: false },
] as const;

for (const locale of LOCALES) {
  for (const { device, viewport, touch } of DEVICES) {
    test.describe(`${locale}, on ${device}`, () => {
      test.use({ viewport, hasTouch: touch, isMobile: touch });

      test('a member signs in, visits a screen of each part and signs out', async ({
        page,
        context,
        member,
        portal,
      }) => {
        await test.step('from the welcome page through the identity provider to their home', async () => {
          await page.goto(at(locale, '/'));
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await page
            .getByRole('main')
            .getByRole('button', { name: say(locale, 'Sign in'), exact: true })
            .click();
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await signInAtProvider(page, member, locale);
          await page.waitForURL(`${portal.portal}${at(locale, '/my-page')}`);
          await expectGreeted(page, member, locale);
          await expect(page.getByRole('banner')).toContainText(nameOf(member, locale));
        });

        await test.step('to the screens of the other parts', async () => {
          await page.goto(at(locale, '/account'));
          await expect(page.getByRole('main')).toContainText(nameOf(member, locale));
          await page.goto(at(locale, '/signup'));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.goto(at(locale, '/terms-of-service'));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        });

        await test.step('and out again, in every tab', async () => {
          const otherTab = await context.newPage();
          for (const tab of [otherTab, page]) {
            await checkedVisit(tab, at(locale, '/my-page'));
            await expectGreeted(tab, member, locale);
          }
          const [accessToken] = await storedTokens(page);
          expect(accessToken).toBeTruthy();

          await logOut(page);

          await page.waitForURL((url) => url.origin === portal.portal && isWelcome(url.pathname));
          await expect(
            page.getByRole('main').getByRole('button', { name: signInWord }),
          ).toBeVisible();
          expect(await storedTokens(page)).toEqual([null, null, null]);
          await expect(otherTab.getByText(nameOf(member, locale))).toHaveCount(0);
          expect(await storedTokens(otherTab)).toEqual([null, null, null]);
          const answer = await fetch(`${portal.api}/userinfo`, {
            headers: { authorization: `Bearer ${accessToken}` },
          });
          expect(answer.status, 'the old token is dead at once').toBe(401);
        });
      });
    });
  }
}

/** The provider returns to one address for both languages; the page may then go on to its twin. */
const isWelcome = (pathname: string): boolean => ['/', '/en', '/en/'].includes(pathname);
const signInWord = new RegExp(LOCALES.map((locale) => `^${say(locale, 'Sign in')}$`).join('|'));

/** On a desktop by the header's button, on a phone by the one in the menu. */
async function logOut(page: Page): Promise<void> {
  const names = new RegExp(LOCALES.map((locale) => say(locale, 'Log out')).join('|'));
  const inHeader = page.getByRole('banner').getByRole('button', { name: names });
  if (await inHeader.isVisible()) return inHeader.click();
  const menus = new RegExp(`^(${LOCALES.map((locale) => say(locale, 'Menu')).join('|')})$`);
  await page.getByRole('button', { name: menus }).click();
  await page.getByRole('dialog').getByRole('button', { name: names }).click();
}
