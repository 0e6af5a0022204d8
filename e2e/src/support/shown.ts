import { expect, type Page } from '@playwright/test';

/** Waits until a page shows its content: a heading, and no skeleton in place of anything. */
export async function shown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(
    page.locator('#skeleton, [aria-busy="true"], [data-skeleton], .sk-main'),
  ).toHaveCount(0);
}
