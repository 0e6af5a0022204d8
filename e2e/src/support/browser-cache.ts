import type { Page } from '@playwright/test';

/** Empties the browser's cache, so that no file of an earlier visit stands in for its server. */
export async function clearBrowserCache(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  await cdp.detach();
}
