import type { Page } from '@playwright/test';
import { expectGreeted } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';

test('the keyboard alone does for a whole visit', async ({ page, member }) => {
  await page.goto('/');
  await test.step('the first stop leads past the header', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAttribute('href', '#main');
  });

  await test.step('signing in', async () => {
    await reach(page, say('ja', 'Sign in'));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('メールアドレス', { exact: true })).toBeFocused();
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/my-page');
    await expectGreeted(page, member);
  });

  await test.step('the menu takes the focus, holds it, and gives it back', async () => {
    await reach(page, say('ja', 'Menu'));
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog');
    await expect(menu).toBeVisible();
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press('Tab');
      await expect(menu.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: say('ja', 'Menu'), exact: true })).toBeFocused();
  });

  await test.step('a change of page puts the focus on its heading', async () => {
    await page.keyboard.press('Enter');
    await reach(page, say('ja', 'Terms of use'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/terms-of-service');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('signing out', async () => {
    await page.goBack();
    await expectGreeted(page, member);
    await reach(page, say('ja', 'Log out'));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

const MOST_STOPS = 60;

/** Presses Tab until the focus is on what has this name. */
async function reach(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.textContent?.trim() ??
        '',
    );
    if (label.startsWith(name)) {
      await expectSeenFocus(page);
      return;
    }
  }
  throw new Error(`The keyboard does not reach “${name}”.`);
}

/** WCAG 2.4.7: one sees where one is. */
async function expectSeenFocus(page: Page): Promise<void> {
  const outline = await page.locator(':focus').evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return { outlineStyle, width: Number.parseFloat(outlineWidth), boxShadow };
  });
  expect(
    (outline.outlineStyle !== 'none' && outline.width >= 2) || outline.boxShadow !== 'none',
    JSON.stringify(outline),
  ).toBe(true);
}
