import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expectContent } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import { sendNotifications } from '../support/notifications.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const locale = 'ja' as const;

const text = (english: string) => translate(locale, english);

// @proves 2.68 2.69 2.70 2.72 2.74 2.76 2.92
test('has every item in its order, and closes on its icon, on Escape and when an item is chosen', async ({
  page,
  member,
  portal,
}) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  const menu = await openMenu(page, text('Menu'));
  await menu.getByText(text('Account settings')).click();

  const links = menu.getByRole('link');
  await expect(links.filter({ visible: true })).toContainText([
    text('Home'),
    text('Passports'),
    text('Notifications'),
    text('Your account'),
    text('Change email'),
    text('Change password'),
    text('Two-step verification'),
    text('Sign-in and security'),
    text('Notifications and display'),
    text('Close account'),
    text('Connect LINE'),
    text('Terms of service'),
  ]);
  const addresses = await links.evaluateAll((all: HTMLAnchorElement[]) =>
    all.map((link) => link.getAttribute('href')),
  );
  expect(addresses).toEqual([
    '/my-page',
    '/my-page/passports',
    '/my-page/notifications',
    '/account',
    '/account/change-email',
    '/account/change-password',
    '/account/mfa-settings',
    '/account/security',
    '/account/settings',
    '/account/delete',
    '/account/connect-line',
    // This portal has no service base URL, so nothing leads outside.
    '/about/visit',
    '/about/contact',
    '/terms-of-service',
  ]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const button = page.getByRole('button', { name: text('Menu'), exact: true });

  await (await openMenu(page, text('Menu'))).getByRole('button', { name: text('Close') }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();

  await openMenu(page, text('Menu'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await (await openMenu(page, text('Menu')))
    .getByRole('link', { name: text('Terms of service') })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/terms-of-service');
});

// @proves 2.121 9.17
test('on a desktop the menu takes 30 % and holds the page behind it, and a press there only closes it', async ({
  page,
  member,
  portal,
}) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  await expectContent(page);
  const menu = await openMenu(page, translate('ja', 'Menu'));
  const viewport = page.viewportSize();
  const box = async () => {
    const { x = 0, width = 0 } = (await menu.boundingBox()) ?? {};
    return { share: (width / (viewport?.width ?? 0)).toFixed(1), x };
  };
  await expect.poll(box).toMatchObject({ share: '0.3' });
  const behind = await lastMainPage(page).boundingBox();
  const at = { x: (behind?.x ?? 0) + 5, y: (behind?.y ?? 0) + 20 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 600);
  await page.mouse.click(at.x, at.y);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/my-page');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test.describe('while their code is on its way', () => {
  let isHeld = true;

  test.beforeEach(async ({ page, member, portal }) => {
    isHeld = true;
    // Nothing is loaded in idle moments.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await startSession(page, portal, member, 'en');
    await page.goto('/en/my-page');
    await expectContent(page);
  });

  // @proves 2.120
  test('the menu opens with its title and placeholders, and is tried again', async ({
    page,
    errors,
  }) => {
    errors.allow(/remotes\/shell/);
    await page.route('**/remotes/shell/*.js', async (route) => {
      if (isHeld) await route.abort('connectionreset');
      else await route.continue();
    });
    const menu = await openMenu(page, 'Menu');
    await expect(menu.getByRole('heading', { name: 'Menu' })).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Close' })).toBeVisible();
    const retry = menu.getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    isHeld = false;
    await retry.click();
    await expect(menu.getByRole('link', { name: 'Home', exact: true })).toBeVisible();
    await expect(retry).toHaveCount(0);
  });
});

// @proves 1.11 1.21 2.77
test('the bell on the home says how many notifications are unread', async ({
  page,
  member,
  portal,
}) => {
  await sendNotifications(portal, member.email, [{ title: 'One' }, { title: 'Two' }]);
  await startSession(page, portal, member);
  await page.goto('/my-page');
  const name = translate('ja', 'Notifications, {unread} unread', { unread: 2 });
  const bell = page.getByRole('banner').getByRole('button', { name, exact: true });
  await expect(bell).toBeVisible();
  await test.step('a page that does not ask for them knows the number from the page before', async () => {
    await page.route(/\/notifications/, (route) => route.abort());
    await page.goto('/my-page/passports');
    await expect(bell).toBeVisible();
  });
  await page.goto('/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(bell).toHaveCount(0);
  await page.goto('/terms-of-service');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
});

/** A link of the header, which is beside the open menu on a desktop. */
const lastMainPage = (page: Page) =>
  page
    .getByRole('navigation', { name: translate('ja', 'Main pages') })
    .getByRole('link')
    .last();

async function openMenu(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  return menu;
}
