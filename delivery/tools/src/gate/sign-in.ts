import type { DemoMember } from '@portal/delivery-serve/start/start-portal';
import type { BrowserContext } from 'playwright-core';
import { SHOWN_WITHIN_MS } from './open-route.ts';

/**
 * Signs a member in as members do: by opening a page that asks for it.
 * @throws Error when the browser does not come back with a session
 */
export async function signIn(
  context: BrowserContext,
  { portal, idp }: { readonly portal: string; readonly idp: string },
  path: string,
  { email, password }: DemoMember,
): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(SHOWN_WITHIN_MS);
  try {
    await page.goto(portal + path);
    await page.waitForURL((url) => url.origin === idp);
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(password);
    await page.locator('button.primary').click();
    await page.waitForURL((url) => url.origin === portal && !/\/callback$/.test(url.pathname));
  } finally {
    await page.close();
  }
}
