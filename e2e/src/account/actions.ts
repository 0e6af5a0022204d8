import { codeSentTo, lastCode } from '../support/outbox.ts';
import type { LocalizedPage } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';

/** The field for a code on the identity provider's page. */
const providerCode = ({ page }: Pick<LocalizedPage, 'page'>) => page.locator('input#code');

/** Enters a code on the identity provider's page that asks to confirm an act, and comes back. */
export async function enterAtProvider(
  { page }: Pick<LocalizedPage, 'page'>,
  portal: Addresses,
  code: () => Promise<string>,
): Promise<void> {
  await page.waitForURL(
    (url) => url.href.startsWith(`${portal.idp}/`) && /step-up/.test(url.pathname),
  );
  // The last digit submits the code.
  await providerCode({ page }).fill(await code());
  await page.waitForURL(
    (url) => !url.href.startsWith(`${portal.idp}/`) && url.pathname !== '/callback',
  );
}

/** Leaves for the identity provider, enters the code that it sent, and comes back. @param leave presses what leaves */
export async function confirmByCode(
  on: LocalizedPage,
  portal: Addresses,
  email: string,
  leave: () => Promise<void>,
): Promise<void> {
  // An earlier code, such as that of the sign-in, would be refused here.
  const before = await lastCode(portal, email);
  await leave();
  await enterAtProvider(on, portal, () => codeSentTo(portal, email, before));
}
