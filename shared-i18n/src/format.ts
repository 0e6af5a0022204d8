import type { Locale, User } from '@portal/shared-contract';
import { activeLocale } from './catalogs.ts';

/**
 * Japan has one time zone and no daylight saving time. Dates of the product are dates in Japan
 * (product §5.47).
 */
const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Formats a date as YYYY.MM.DD. A date without a time (`2026-03-01`) keeps its day; a moment (ISO
 * 8601 or Date) gives its date in Japan, wherever the member is (product §3.17). Returns '' for an
 * invalid date.
 */
export function formatDate(value: string | Date): string {
  const isDay = typeof value === 'string' && DATE_ONLY.test(value);
  const inJapan = new Date(new Date(value).getTime() + (isDay ? 0 : JAPAN_OFFSET_MS));
  if (Number.isNaN(inJapan.getTime())) return '';
  return inJapan.toISOString().slice(0, 'YYYY-MM-DD'.length).replaceAll('-', '.');
}

/**
 * Formats the date and time of an event in the order of the language (design §2.5), in the member’s
 * own time zone unless another is given. Returns '' for an invalid date.
 */
export function formatDateTime(
  value: string | Date,
  { timeZone, locale = activeLocale() }: { timeZone?: string; locale?: Locale } = {},
): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(moment);
}

/** A name in these scripts is read family name first in every language. */
const JAPANESE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Formats the member’s name (product §13.9): family name first in Japanese, and in English where it is
 * written in kanji or kana (山田 花子); otherwise Hanako Yamada. `polite` adds 様 in Japanese, to
 * address the member (product §13.10). Returns '' if no name is known.
 */
export function formatName(
  user: Pick<User, 'first_name' | 'last_name'>,
  { polite = false, locale = activeLocale() }: { polite?: boolean; locale?: Locale } = {},
): string {
  const parts = [user.last_name, user.first_name].filter((part) => part !== null && part !== '');
  const familyFirst = locale === 'ja' || JAPANESE_SCRIPT.test(parts.join(''));
  const name = (familyFirst ? parts : parts.toReversed()).join(' ');
  return name && polite && locale === 'ja' ? `${name} 様` : name;
}

/** Formats a number with the separators of the language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(activeLocale() === 'ja' ? 'ja-JP' : 'en-US', options).format(value);
}
