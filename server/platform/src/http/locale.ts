import { LOCALES, type Locale } from '@portal/shared-contract';

/** The language is kept for 365 days. */
export const LOCALE_COOKIE = 'idp_locale';
export const LOCALE_COOKIE_SECONDS = 365 * 24 * 60 * 60;
/** Japanese when the request names no language; English when it names others only. */
const DEFAULT_LOCALE: Locale = 'ja';
const FALLBACK_LOCALE: Locale = 'en';
const LANGUAGES_MAX = 20;

export type LocaleSources = {
  /** The portal sends `ui_locale`. */
  readonly uiLocale?: unknown;
  /** OpenID Connect Core §3.1.2.1 `ui_locales`: several, best first, separated by spaces. */
  readonly uiLocales?: unknown;
  readonly cookie?: string | undefined;
  readonly acceptLanguage?: string | undefined;
};

/** The first source that names a supported language decides. */
export function pageLocale({ uiLocale, uiLocales, cookie, acceptLanguage }: LocaleSources): Locale {
  return (
    requestedLocale({ uiLocale, uiLocales }) ?? supported(cookie) ?? acceptedLocale(acceptLanguage)
  );
}

/** The language that the authorization request asks for, if it is supported. */
export function requestedLocale({
  uiLocale,
  uiLocales,
}: Pick<LocaleSources, 'uiLocale' | 'uiLocales'>): Locale | undefined {
  const wanted = typeof uiLocales === 'string' ? uiLocales.split(' ').slice(0, LANGUAGES_MAX) : [];
  return [uiLocale, ...wanted].map(supported).find((locale) => locale !== undefined);
}

/** RFC 9110 §12.5.4, by quality. A reader of neither language gets English. */
function acceptedLocale(header: string | undefined): Locale {
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
    byQuality.map(({ tag }) => supported(tag)).find((locale) => locale !== undefined) ??
    FALLBACK_LOCALE
  );
}

/** `en-GB` is `en`. */
function supported(tag: unknown): Locale | undefined {
  if (typeof tag !== 'string') return undefined;
  const language = tag.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language);
}
