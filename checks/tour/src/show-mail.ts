import type { Page } from '@playwright/test';
import { mailPageOf } from '@portal/e2e/support/outbox';
import type { Addresses } from '@portal/e2e/support/portal';

/** Shows the newest mail to somebody. On the outbox's own page no script runs, and axe is one. */
export async function showMail(
  page: Page,
  portal: Pick<Addresses, 'outbox'>,
  recipient: string,
): Promise<void> {
  const address = await mailPageOf(portal, recipient);
  const html = await (await fetch(address)).text();
  await page.goto('about:blank');
  // The outbox has put its own `base` before the message.
  await page.setContent(html.replace('<base ', `<base href="${address}" `));
}
