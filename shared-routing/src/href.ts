import type { Locale } from '@portal/shared-contract';
import { i18n, localizedPath } from '@portal/shared-i18n';

/**
 * The address of a screen in a language: `href('/account?tab=1', 'en')` is `/en/account?tab=1`. `bare` is a path
 * without its language, with query and hash if wanted. Without a locale: the language the page is shown in.
 */
export function href(bare: string, locale: Locale = shownLocale()): string {
  const end = bare.search(/[?#]/);
  if (end === -1) return localizedPath(bare, locale);
  return localizedPath(bare.slice(0, end), locale) + bare.slice(end);
}

function shownLocale(): Locale {
  return i18n.locale === 'en' ? 'en' : 'ja';
}
