import { localeOf } from '@portal/shared-i18n';
import { idpAddress } from '../idp-address.ts';
import type { SessionContext } from './context.ts';

/** Goes to the provider to link another account, which returns to /confirm-connect-line. */
export function connect(
  { idp, platform: { page } }: SessionContext,
  connection = 'line',
  extras: Readonly<Record<string, string>> = {},
): void {
  const query = new URLSearchParams({
    ...extras,
    client_id: idp.clientId,
    ui_locale: idp.locale ?? localeOf(page.pathname),
  });
  const path = `/connections/connect/${encodeURIComponent(connection)}` as const;
  page.assign(`${idpAddress(idp, path)}?${query}`);
}
