import type { Locale } from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';

/**
 * An address of the portal, for a mail. It is made of the configuration alone: whatever a request says
 * about its host cannot change it.
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
