import { CALLBACK_PATH } from '@portal/shared-auth/paths';
import { SIGN_IN_CONTEXT } from '@portal/shared-auth/stored-names';
import type { Locale } from '@portal/shared-contract';
import { detectLocale } from '@portal/shared-i18n/locale';
import { barePath, localizedPath } from '@portal/shared-i18n/locale-path';

export type LanguageFacts = {
  readonly cookie: string;
  readonly languages: readonly string[];
  readonly stored: (name: string) => string | null;
};

/**
 * The path at which the first page of a visit is shown: a path that names no language
 * gets the one chosen before, or else the browser's. The return from the provider, whose address is
 * the same in both languages, stays in the language in which the sign-in began.
 */
export function pathInOwnLanguage(pathname: string, facts: LanguageFacts): string {
  const namesLanguage = barePath(pathname) !== pathname;
  if (namesLanguage) return pathname;
  const begun =
    pathname === CALLBACK_PATH ? signInLocale(facts.stored(SIGN_IN_CONTEXT)) : undefined;
  return localizedPath(pathname, begun ?? detectLocale(facts));
}

/** The language of the sign-in that this tab has begun; anybody may have written the storage. */
function signInLocale(context: string | null): Locale | undefined {
  try {
    const { locale } = JSON.parse(context ?? '') as { locale?: unknown };
    return locale === 'ja' || locale === 'en' ? locale : undefined;
  } catch {
    return undefined;
  }
}
