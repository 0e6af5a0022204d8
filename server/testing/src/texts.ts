import { describeMessage, hasText, translator } from '@portal/server-platform/texts/i18n';
import type { Locale } from '@portal/shared-contract';

/**
 * The translation of an English text of the server's code, for tests that read the identity provider's pages, email
 * messages and SMS messages; `values` fill the braces:
 *
 * serverText('ja', 'Sign in') serverText('ja', 'Sign in', { context: 'after a page has expired' }) serverText('en', 'We
 * have sent a six-digit code to {target}. …', { values: { target } })
 *
 * A browser test imports it from `@portal/server-testing/texts` instead of copying the texts.
 * @throws Error for a text that is not in the catalogs
 */
export function serverText(
  locale: Locale,
  message: string,
  options: {
    readonly context?: string;
    readonly values?: Readonly<Record<string, string | number>>;
  } = {},
): string {
  const text = describeMessage({ message, ...options });
  if (!hasText(locale, text)) throw new Error(`The server has no text “${message}” in ${locale}.`);
  return translator(locale)(text);
}
