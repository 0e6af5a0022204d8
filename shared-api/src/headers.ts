import type { PortalConfig } from '@portal/shared-contract';

/**
 * The headers of every request to the API, without the bearer token. The page's
 * boot script bundles this module, so it imports no library.
 */
export function apiHeaders(
  { apiKey }: Pick<PortalConfig, 'apiKey'>,
  others: Readonly<Record<string, string>> = {},
  language: string = document.documentElement.lang,
): Headers {
  const headers = new Headers(others);
  headers.set('accept', 'application/json');
  // The page's language, which may differ from the browser's: texts for members come in it.
  if (language) headers.set('accept-language', language);
  if (apiKey !== undefined) headers.set('x-api-key', apiKey);
  return headers;
}
