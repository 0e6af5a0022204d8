import type { Locale, PortalConfig } from '@portal/shared-contract';

/**
 * The headers of every request to the API, without the bearer token. The page's
 * boot script bundles this module, so it imports no library.
 * @param locale of the page, which may differ from the browser's: texts for members come in it. It is that of the address,
 *   since the document says it only once the boot script has run
 */
export function apiHeaders(
  { apiKey }: Pick<PortalConfig, 'apiKey'>,
  locale: Locale,
  others: Readonly<Record<string, string>> = {},
): Headers {
  const headers = new Headers(others);
  headers.set('accept', 'application/json');
  headers.set('accept-language', locale);
  if (apiKey !== undefined) headers.set('x-api-key', apiKey);
  return headers;
}
