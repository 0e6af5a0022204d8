import { LOCALES, type Locale } from '@portal/shared-contract';

/** Spec §1 and §9: the language cookie lasts 365 days. */
export const LOCALE_COOKIE = 'locale';
export const LOCALE_COOKIE_DAYS = 365;
/** Spec §9: fallback en-US, where neither cookie nor browser names a language of ours. */
export const FALLBACK_LOCALE: Locale = 'en';

/** `/en`, `/ja` as a whole first segment: `/english` is a path of its own. */
const PREFIX = /^\/(en|ja)(?=[/?#]|$)/;

/** The language of an address: English under `/en`, Japanese everywhere else (spec §2). */
export function localeOf(pathname: string): Locale {
  return PREFIX.exec(pathname)?.[1] === 'en' ? 'en' : 'ja';
}

/**
 * The path without its language: `/en/account` and `/ja/account` are `/account`. Query and hash stay.
 * What remains starts with exactly one slash, so that `/en//evil.example` never turns into an
 * address of another host.
 */
export function barePath(pathname: string): string {
  return `/${pathname.replace(PREFIX, '').replace(/^[/\\]+/, '')}`;
}

/** The path in a language: `/account` is `/en/account` in English and itself in Japanese. */
export function localizedPath(bare: string, locale: Locale): string {
  const path = barePath(bare);
  if (locale === 'ja') return path;
  return /^\/(?:[?#]|$)/.test(path) ? `/en${path.slice(1)}` : `/en${path}`;
}

/**
 * The language to offer where the address says nothing: what was chosen before, then the browser's
 * languages in their order.
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

/** Keeps the chosen language for a year, for this host. */
export function rememberLocale(locale: Locale): void {
  const seconds = LOCALE_COOKIE_DAYS * 24 * 60 * 60;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
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
  return LOCALES.some((locale) => locale === value);
}
