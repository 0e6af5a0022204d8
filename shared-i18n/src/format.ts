import type { Locale, User } from '@portal/shared-contract';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { activeLocale } from './catalogs.ts';

dayjs.extend(utc);

/** Japan has one time zone and no summer time; its calendar decides the product's dates. */
const JAPAN_OFFSET_MINUTES = 9 * 60;
/** Spec §3 and §9: the product's date format. */
const DATE_FORMAT = 'YYYY.MM.DD';
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A calendar date as YYYY.MM.DD. A date without a time (`2026-03-01`) is shown as it stands; a moment
 * (ISO 8601 or Date) is shown as the date it has in Japan, wherever the member is.
 * Empty for what is no date.
 */
export function formatDate(value: string | Date): string {
  if (typeof value === 'string' && DATE_ONLY.test(value)) return dayjs(value).format(DATE_FORMAT);
  const moment = dayjs(value);
  return moment.isValid() ? moment.utcOffset(JAPAN_OFFSET_MINUTES).format(DATE_FORMAT) : '';
}

/**
 * Date and time of something that happened, in the language's order and in the member's own time zone
 * unless another is given. Empty for what is no date.
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

/**
 * The member's name in the language's order: 山田 花子 in Japanese, Hanako Yamada in English.
 * `polite` adds 「様」 in Japanese, for speaking to the member. Empty while no name is known.
 */
export function formatName(
  user: Pick<User, 'first_name' | 'last_name'>,
  { polite = false, locale = activeLocale() }: { polite?: boolean; locale?: Locale } = {},
): string {
  const parts =
    locale === 'ja' ? [user.last_name, user.first_name] : [user.first_name, user.last_name];
  const name = parts.filter(Boolean).join(' ');
  return name && polite && locale === 'ja' ? `${name} 様` : name;
}

/** A number with the language's separators. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(activeLocale() === 'ja' ? 'ja-JP' : 'en-US', options).format(value);
}
