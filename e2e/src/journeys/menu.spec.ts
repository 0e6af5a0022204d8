import type { Page } from '@playwright/test';
import { DEMO_MEMBER } from '../support/members.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES, say } from '../support/words.ts';

for (const locale of LOCALES) {
  test.describe(`${locale}: the side menu`, () => {
    const words = (english: string) => say(locale, english);

    test('holds every item of the specification, in its order', async ({ page, member }) => {
      await signIn(page, member, locale);
      const menu = await openMenu(page, words('Menu'));
      await menu.getByText(words('Account settings')).click();

      const links = menu.getByRole('link');
      await expect(links.filter({ visible: true })).toContainText([
        words('Home'),
        words('Notifications'),
        words('Change e-mail'),
        words('Change password'),
        words('Two-step verification'),
        words('Cancel account'),
        words('Connect LINE'),
        words('FAQ'),
        words('Terms of use'),
        words('Passport special site'),
        words('Hotel special site'),
      ]);
      const addresses = await links.evaluateAll((all: HTMLAnchorElement[]) =>
        all.map((link) => link.getAttribute('href')),
      );
      expect(addresses.slice(0, 7)).toEqual(
        (
          [
            '/my-page',
            '/my-page/notifications',
            '/account/change-email',
            '/account/change-password',
            '/account/mfa-settings',
            '/account/delete',
            '/account/connect-line',
          ] as const
        ).map((bare) => at(locale, bare)),
      );
      expect(addresses[7]).toMatch(/\/faq\/$/);
      expect(addresses[8]).toBe(at(locale, '/terms-of-service'));
      expect(addresses[9]).toMatch(/\/apass\/$/);
      expect(addresses[10]).toMatch(/\/hotels\/$/);
      for (const site of await menu.locator('a[target="_blank"]').all()) {
        await expect(site).toHaveAttribute('rel', /noopener/);
      }
      expect(await menu.locator('a[target="_blank"]').count()).toBe(3);
    });

    test('closes on its icon, on Escape and on choosing an item', async ({ page, member }) => {
      await signIn(page, member, locale);
      const button = page.getByRole('button', { name: words('Menu'), exact: true });

      await (await openMenu(page, words('Menu')))
        .getByRole('button', { name: words('Close') })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(button).toBeFocused();

      await openMenu(page, words('Menu'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await (await openMenu(page, words('Menu')))
        .getByRole('link', { name: words('Terms of use') })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(at(locale, '/terms-of-service'));
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('the drawer comes from the right over the full width', async ({ page, member }) => {
    await signIn(page, member);
    const menu = await openMenu(page, say('ja', 'Menu'));
    await expect
      .poll(async () => {
        const box = await menu.boundingBox();
        return box && { left: Math.round(box.x), right: Math.round(box.x + box.width) };
      })
      .toEqual({ left: 0, right: PHONE.width });
  });
});

test('the account group stands open where one is inside it', async ({ page, member }) => {
  await signIn(page, member);
  const inGroup = { name: say('ja', 'Change e-mail') };
  const menu = await openMenu(page, say('ja', 'Menu'));
  await expect(menu.getByRole('link', inGroup)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.goto('/account/change-email');
  await expect((await openMenu(page, say('ja', 'Menu'))).getByRole('link', inGroup)).toBeVisible();
});

test('the header shows no controls beside the terms of service', async ({ page, member }) => {
  await signIn(page, member);
  await page.goto('/terms-of-service');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
});

test('the bell says how many notifications are unread', async ({ page }) => {
  // The demo member is the one who has notifications.
  await signIn(page, DEMO_MEMBER);
  const words = say('ja', 'Notifications, {unread} unread', { unread: 'N' });
  const name = new RegExp(`^${words.replace('N', '\\d+')}$`);
  await expect(page.getByRole('banner').getByRole('button', { name })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('banner').getByRole('button', { name })).toHaveCount(0);
});

async function openMenu(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  return menu;
}
