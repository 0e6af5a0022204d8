import { LOCALES, type Locale } from '@portal/shared-contract';

/** Spec §1: the language is kept for 365 days. */
export const LOCALE_COOKIE = 'idp_locale';
export const LOCALE_COOKIE_SECONDS = 365 * 24 * 60 * 60;
/** Spec §1: Japanese is the product's language, English what everyone else gets. */
const DEFAULT_LOCALE: Locale = 'ja';
const FALLBACK_LOCALE: Locale = 'en';
const LANGUAGES_MAX = 20;

/** Where a request may say in which language it wants its pages. */
export type LocaleSources = {
  /** Spec §7 `ui_locale`. */
  readonly uiLocale?: unknown;
  /** OpenID Connect Core §3.1.2.1 `ui_locales`: several, best first, parted by spaces. */
  readonly uiLocales?: unknown;
  readonly cookie?: string | undefined;
  readonly acceptLanguage?: string | undefined;
};

/** The first source that names one of our languages decides. */
export function pageLocale({ uiLocale, uiLocales, cookie, acceptLanguage }: LocaleSources): Locale {
  return askedLocale({ uiLocale, uiLocales }) ?? known(cookie) ?? accepted(acceptLanguage);
}

/** The language that the request itself asks for, if it is one of ours. */
export function askedLocale({
  uiLocale,
  uiLocales,
}: Pick<LocaleSources, 'uiLocale' | 'uiLocales'>): Locale | undefined {
  const wanted = typeof uiLocales === 'string' ? uiLocales.split(' ').slice(0, LANGUAGES_MAX) : [];
  return [uiLocale, ...wanted].map(known).find((locale) => locale !== undefined);
}

/** RFC 9110 §12.5.4, by quality; whoever reads neither language is answered in English. */
function accepted(header: string | undefined): Locale {
  if (!header || header.trim() === '' || header.trim() === '*') return DEFAULT_LOCALE;
  const byQuality = header
    .split(',', LANGUAGES_MAX)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return (
    byQuality.map(({ tag }) => known(tag)).find((locale) => locale !== undefined) ?? FALLBACK_LOCALE
  );
}

/** `en-GB` is `en`. */
function known(tag: unknown): Locale | undefined {
  if (typeof tag !== 'string') return undefined;
  const language = tag.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language);
}
