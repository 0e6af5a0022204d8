import type { Locale } from '@portal/shared-contract';

/** Matches `/en` and `/ja` as a complete first segment, so not `/english`, in any case as the other segments of an address. */
const PREFIX = /^\/(en|ja)(?=[/?#]|$)/i;

/** The language of a path: English under `/en`, Japanese everywhere else. */
export function localeOf(pathname: string): Locale {
  return PREFIX.exec(pathname)?.[1]?.toLowerCase() === 'en' ? 'en' : 'ja';
}

/**
 * Removes the language prefix: `/en/account` and `/ja/account` become `/account`. Query and fragment are kept. The
 * result starts with exactly one slash, so that `/en//evil.example` cannot become an address of another host.
 */
export function barePath(pathname: string): string {
  return `/${pathname.replace(PREFIX, '').replace(/^[/\\]+/, '')}`;
}

/** Adds the language prefix: `/account` becomes `/en/account` in English and stays `/account` in Japanese. */
export function localizedPath(bare: string, locale: Locale): string {
  const path = barePath(bare);
  if (locale === 'ja') return path;
  return /^\/(?:[?#]|$)/.test(path) ? `/en${path.slice(1)}` : `/en${path}`;
}
