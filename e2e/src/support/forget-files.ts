import type { Page } from '@playwright/test';

/** Empties the browser's cache: what a visit before has fetched would still do without its server. */
export async function forgetFiles(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  await cdp.detach();
}
