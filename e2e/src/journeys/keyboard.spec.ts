import type { Page } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import { translate } from '../support/labels.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const text = (english: string) => translate('ja', english);

test('a whole visit works by keyboard alone', async ({ page, member, errors }) => {
  // The page may still ask for notifications when the member signs out.
  errors.allow(/status of 401 .*\/api\/notifications/);
  await page.goto('/');
  await test.step('the first Tab offers to skip the header', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAttribute('href', '#main');
  });

  await test.step('signing in', async () => {
    await tabTo(page, text('Sign in'));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(serverText('ja', 'Email address'), { exact: true })).toBeFocused();
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/my-page');
    await expectGreeting(page, member);
  });

  await test.step('the menu takes the focus, gives it back, and closes behind it', async () => {
    await tabTo(page, text('Menu'));
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog');
    await expect(menu).toBeFocused();
    await tabTo(page, text('Sign out'));
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    await expect(page.locator(':focus')).toBeInViewport();
    const button = page.getByRole('button', { name: text('Menu'), exact: true });
    await button.press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('a change of page puts the focus on the heading', async () => {
    await page.keyboard.press('Enter');
    await tabTo(page, text('Terms of service'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/terms-of-service');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('signing out', async () => {
    await page.goBack();
    await expectGreeting(page, member);
    await tabTo(page, text('Sign out'));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

const MOST_TABS = 60;

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.textContent?.trim() ??
        '',
    );
    if (label.startsWith(name)) {
      await expectVisibleFocus(page);
      return;
    }
  }
  throw new Error(`The keyboard does not reach “${name}”.`);
}

/** WCAG 2.4.7. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const style = await page.locator(':focus').evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return { outlineStyle, width: Number.parseFloat(outlineWidth), boxShadow };
  });
  expect(
    (style.outlineStyle !== 'none' && style.width >= 2) || style.boxShadow !== 'none',
    JSON.stringify(style),
  ).toBe(true);
}
