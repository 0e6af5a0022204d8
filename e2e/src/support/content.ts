import { expect, type Page } from '@playwright/test';

/** Whatever stands in for content that has not come yet. */
const PLACEHOLDERS = '#skeleton, #first-view-frame, [aria-busy="true"], [data-skeleton], .sk-main';

/** Two calls, one after the other, each of them 2.5 s late (checkers/layout-shift.ts), and the page's own time. */
const CONTENT_MS = 10_000;

/** Waits until a page shows its content: a heading, and no skeleton in place of anything. */
export async function expectContent(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator(PLACEHOLDERS)).toHaveCount(0, { timeout: CONTENT_MS });
}
