import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expectContent } from '../support/content.ts';
import { LOCALES, localePath, translate } from '../support/labels.ts';
import { createMember, lineSubjectOf, uniqueEmail } from '../support/members.ts';
import { sendNotifications } from '../support/notifications.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, tagOfLanguage, test } from '../support/test.ts';

for (const locale of LOCALES) {
  test.describe(`${locale}: the side menu`, tagOfLanguage(locale), () => {
    const text = (english: string) => translate(locale, english);

    // @proves 2.69 2.70 2.72 2.74 2.76 2.92
    test('has every item in its order', async ({ page, member, portal }) => {
      await startSession(page, portal, member, locale);
      await page.goto(localePath(locale, '/my-page'));
      const menu = await openMenu(page, text('Menu'));
      await menu.getByText(text('Account settings')).click();

      const links = menu.getByRole('link');
      await expect(links.filter({ visible: true })).toContainText([
        text('Home'),
        text('Passports'),
        text('Notifications'),
        text('Your account'),
        text('Change e-mail'),
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
      expect(addresses.slice(0, 11)).toEqual(
        (
          [
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
          ] as const
        ).map((path) => localePath(locale, path)),
      );
      // This portal has no service base URL, so nothing leads outside.
      expect(addresses.slice(11)).toEqual([localePath(locale, '/terms-of-service')]);
      expect(await violations(page)).toEqual([]);
    });

    // @proves 2.68
    test('closes on its icon, on Escape and when an item is chosen', async ({
      page,
      member,
      portal,
    }) => {
      await startSession(page, portal, member, locale);
      await page.goto(localePath(locale, '/my-page'));
      const button = page.getByRole('button', { name: text('Menu'), exact: true });

      await (await openMenu(page, text('Menu')))
        .getByRole('button', { name: text('Close') })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(button).toBeFocused();

      await openMenu(page, text('Menu'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await (await openMenu(page, text('Menu')))
        .getByRole('link', { name: text('Terms of service') })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(localePath(locale, '/terms-of-service'));
    });
  });
}

// @proves 7.630
test('a visit to the account changes no text of the home', async ({ page, member, portal }) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  const isOff = translate('ja', 'Two-step verification is switched off', {}, 'mfe-account');
  const main = page.getByRole('main');
  await main.getByText(isOff).waitFor();
  // The price comes with an answer of its own.
  await main.getByText('円').waitFor();
  const before = (await main.textContent()) ?? '';
  await page.locator('nav a[href="/account"]').first().click();
  await page.waitForURL('/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await (await openMenu(page, translate('ja', 'Menu')))
    .getByRole('link', { name: translate('ja', 'Home') })
    .click();
  await page.waitForURL('/my-page');
  // The account is kept beside it.
  await expect(main.locator('> :not([inert])')).toHaveText(before);
});

// @proves 2.73
test('the menu offers to set a password to a member who has none', async ({ page, portal }) => {
  const email = uniqueEmail();
  const line = lineSubjectOf({ email });
  const member = await createMember(portal, { email, line, withoutPassword: true });
  await startSession(page, portal, member, 'en');
  await page.goto('/en/account/password-settings');
  // A heading that comes later would take the focus and close the menu.
  await page.getByRole('heading', { name: 'Set a password' }).waitFor();
  const menu = await openMenu(page, 'Menu');
  await expect(menu.locator('a[href="/en/account/password-settings"]')).toBeVisible();
  await expect(menu.locator('a[href="/en/account/change-password"]')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  // @proves 2.68 9.17
  test('the menu comes from the right and takes the full width', async ({
    page,
    member,
    portal,
  }) => {
    await startSession(page, portal, member);
    await page.goto('/my-page');
    const menu = await openMenu(page, translate('ja', 'Menu'));
    await expect
      .poll(async () => {
        const box = await menu.boundingBox();
        return box && { left: Math.round(box.x), right: Math.round(box.x + box.width) };
      })
      .toEqual({ left: 0, right: PHONE.viewport.width });
    expect(await violations(page)).toEqual([]);
  });

  // docs/decisions/0060-revisits.md
  test('nothing behind the menu gets a new style when it opens or closes', async ({
    browser,
    page,
    member,
    portal,
  }) => {
    await startSession(page, portal, member);
    await page.goto('/my-page');
    await expectContent(page);
    // What comes late for the first opening, such as its styles, is there for the second.
    await openMenu(page, translate('ja', 'Menu'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openMenu(page, translate('ja', 'Menu'));
    // The cards of other remotes come after the page.
    let behind = -1;
    await expect
      .poll(
        async () => {
          const before = behind;
          behind = await page.locator('main *').count();
          return behind - before;
        },
        { intervals: [QUIET_MS] },
      )
      .toBe(0);
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openMenu(page, translate('ja', 'Menu'));
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as Trace;
    const restyled = traceEvents
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .map(({ args }) => args.elementCount ?? 0);
    expect(restyled.length).toBeGreaterThan(0);
    expect(Math.max(...restyled), restyled.join()).toBeLessThan(behind);
  });
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
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

// @proves 2.121
test('a press on the page while the menu is still sliding in only closes it', async ({
  page,
  member,
  portal,
}) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  await expectContent(page);
  const link = lastMainPage(page);
  await link.hover();
  const presses = await link.evaluateHandle((element) => {
    const seen: string[] = [];
    element.addEventListener('click', ({ type }) => seen.push(type));
    return seen;
  });
  const play = await slowMotion(page);
  const menu = await openMenu(page, translate('ja', 'Menu'));
  const { x = 0, y = 0 } = (await link.boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 20);
  await play();
  await expect(menu).toBeHidden();
  expect(await presses.jsonValue()).toEqual([]);
});

// @proves 2.121
test('a press on the page goes through while the closed menu is still sliding out', async ({
  page,
  member,
  portal,
}) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  await expectContent(page);
  await openMenu(page, translate('ja', 'Menu'));
  await slowMotion(page);
  await page.keyboard.press('Escape');
  await lastMainPage(page).click();
  await page.waitForURL('/account');
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

  // @proves 2.120
  test('the bell leads to the list where its code does not come', async ({ page, errors }) => {
    errors.allow(/remotes\/shell/);
    await page.route('**/remotes/shell/*.js', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await page.waitForURL('**/en/my-page/notifications');
  });
});

// @proves 2.71
test('the account group is open on a page inside it', async ({ page, member, portal }) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  const inGroup = { name: translate('ja', 'Change e-mail') };
  const menu = await openMenu(page, translate('ja', 'Menu'));
  await expect(menu.getByRole('link', inGroup)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.goto('/account/change-email');
  const opened = await openMenu(page, translate('ja', 'Menu'));
  await expect(opened.getByRole('link', inGroup)).toBeVisible();
});

// @proves 1.21
test('the header has no controls on the terms of service', async ({ page, member, portal }) => {
  await startSession(page, portal, member);
  await page.goto('/terms-of-service');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
});

// @proves 1.11 2.77
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
  await page.goto('/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(bell).toHaveCount(0);
});

/** What the test reads of Chromium's trace. */
/** So long nothing new has come when a page is done. */
const QUIET_MS = 2_000;

type Trace = {
  readonly traceEvents: readonly {
    readonly name: string;
    readonly args: { readonly elementCount?: number };
  }[];
};

/** A link of the header, which is beside the open menu on a desktop. */
const lastMainPage = (page: Page) =>
  page
    .getByRole('navigation', { name: translate('ja', 'Main pages') })
    .getByRole('link')
    .last();

/** Slows animations down a thousand times. @returns has them play at their speed again */
async function slowMotion(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  const play = (playbackRate: number) =>
    devtools.send('Animation.setPlaybackRate', { playbackRate });
  await devtools.send('Animation.enable');
  await play(0.001);
  return () => play(1);
}

async function openMenu(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  return menu;
}
