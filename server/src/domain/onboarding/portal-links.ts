import type { Locale } from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';

/**
 * A URL of the portal, for an e-mail message. It is built only from the configuration, so a
 * request's Host header cannot change it.
 */
export function portalUrl(
  { config }: AccountContext,
  locale: Locale,
  path: `/${string}`,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(`${locale === 'en' ? '/en' : ''}${path}`, config.portalOrigin);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
