import { formatYen, type Locale, type User } from '@portal/shared-contract';
import { formatBirthDate, formatMoment } from '@portal/shared-contract/calendar';
import { activeLocale } from './catalogs.ts';
import { dateIn, nameIn, publishedDate } from './plain-format.ts';

export { publishedDate };

/**
 * Formats a date with its weekday, as 2026年11月23日（月） or Mon 23 Nov 2026. A moment
 * gives its date in Japan. Returns '' for an invalid date.
 */
export const formatDate = (value: string | Date): string => dateIn(activeLocale(), value);

/** Formats a date of birth, YYYY-MM-DD, as 1990年1月1日 or 1 Jan 1990. */
export const formatBirth = (date: string): string => formatBirthDate(date, activeLocale());

/**
 * Formats the time of day of a moment as the language writes it, in the member’s own time zone unless
 * another is given. Returns '' for an invalid date.
 */
export function formatTime(value: string | Date, { timeZone }: { timeZone?: string } = {}): string {
  return format(value, { timeStyle: 'short', timeZone }, activeLocale());
}

/**
 * Formats the date and time of an event, the date as everywhere (design §2.6), in the member’s own time
 * zone unless another is given. Returns '' for an invalid date.
 */
export function formatDateTime(
  value: string | Date,
  { timeZone, locale = activeLocale() }: { timeZone?: string; locale?: Locale } = {},
): string {
  const time = format(value, { timeStyle: 'short', timeZone }, locale);
  const moment = new Date(value);
  return time && formatMoment(dayIn(timeZone, moment), time, locale);
}

/** Swedish writes a date as ISO 8601 does. */
const dayIn = (timeZone: string | undefined, moment: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(moment);

function format(value: string | Date, options: Intl.DateTimeFormatOptions, locale: Locale): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', options).format(moment);
}

/**
 * Formats the member’s name; `nameInOrder` says in which order. `polite` adds 様 in Japanese, to
 * address the member. Returns '' if no name is known.
 */
export function formatName(
  user: Pick<User, 'first_name' | 'last_name'>,
  { polite = false, locale = activeLocale() }: { polite?: boolean; locale?: Locale } = {},
): string {
  return nameIn(locale, user, polite);
}

/** Formats a price in yen, as 9,800円 or ¥9,800. */
export const formatPrice = (price: number): string => formatYen(price, activeLocale());

/** Formats a number with the separators of the language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(activeLocale() === 'ja' ? 'ja-JP' : 'en-US', options).format(value);
}
