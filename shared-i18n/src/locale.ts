import type { Locale } from '@portal/shared-contract';

/** The language cookie lasts 365 days. */
export const LOCALE_COOKIE = 'locale';
export const LOCALE_COOKIE_DAYS = 365;
/** Used if neither the cookie nor the browser names a supported language. */
export const FALLBACK_LOCALE: Locale = 'en';

/**
 * The language for a page whose address does not determine it: the one in the cookie, otherwise the first supported
 * language of the browser. The page's boot script bundles this module, so it imports no library.
 *
 * @param facts.cookie `document.cookie` or a Cookie header
 * @param facts.languages `navigator.languages`, or the tags of an Accept-Language header
 */
export function detectLocale(facts: {
  readonly cookie?: string | undefined;
  readonly languages?: readonly string[] | undefined;
}): Locale {
  return (
    rememberedLocale(facts.cookie ?? '') ??
    facts.languages?.map(languageOf).find(isLocale) ??
    FALLBACK_LOCALE
  );
}

/** Stores the chosen language in a cookie of this host for 365 days. */
export function rememberLocale(locale: Locale): void {
  const seconds = LOCALE_COOKIE_DAYS * 24 * 60 * 60;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${LOCALE_COOKIE}=${locale}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}

function rememberedLocale(cookies: string): Locale | undefined {
  for (const cookie of cookies.split(';')) {
    const [name, value] = cookie.trim().split('=');
    if (name === LOCALE_COOKIE && isLocale(value)) return value;
  }
  return undefined;
}

const languageOf = (tag: string) => tag.trim().toLowerCase().split(/[-_;]/)[0];

function isLocale(value: string | undefined): value is Locale {
  return value === 'ja' || value === 'en';
}
