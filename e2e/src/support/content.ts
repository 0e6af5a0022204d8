import { expect, type Page } from '@playwright/test';

/** Whatever stands in for content that has not come yet. */
const PLACEHOLDERS = '#skeleton, [aria-busy="true"], [data-skeleton], .sk-main';

/** Waits until a page shows its content: a heading, and no skeleton in place of anything. */
export async function expectContent(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator(PLACEHOLDERS)).toHaveCount(0);
}
