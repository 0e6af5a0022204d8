import type { Page } from '@playwright/test';

/** Whatever stands in for content that has not come yet. */
const PLACEHOLDERS = '#skeleton, #first-view-frame, [aria-busy="true"], [data-skeleton], .sk-main';

/** Waits until the work that a page does in idle moments has been done. */
export const expectSettled = (page: Page): Promise<void> =>
  page.locator('html[data-settled]').waitFor();

/** Waits until a page shows its content: a heading, and no skeleton in place of anything. */
export async function expectContent(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator(PLACEHOLDERS).first().waitFor({ state: 'detached' });
}
