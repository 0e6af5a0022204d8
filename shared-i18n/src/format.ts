import { formatYen, type Locale, type User } from '@portal/shared-contract';
import { formatBirthDate, formatMoment } from '@portal/shared-contract/calendar';
import { activeLocale } from './catalogs.ts';
import { dateIn, nameIn, publishedDate } from './plain-format.ts';

export { publishedDate };

/** A date with its weekday, in Japan: 2026年11月23日（月） or Mon 23 Nov 2026; '' for an invalid one. */
export const formatDate = (value: string | Date): string => dateIn(activeLocale(), value);

/** Formats a date of birth, YYYY-MM-DD, as 1990年1月1日 or 1 Jan 1990. */
export const formatBirth = (date: string): string => formatBirthDate(date, activeLocale());

/** The time of day in the member’s time zone unless another is given; '' for an invalid moment. */
export function formatTime(value: string | Date, { timeZone }: { timeZone?: string } = {}): string {
  return format(value, { timeStyle: 'short', timeZone }, activeLocale());
}

/** Date and time of an event, in the member’s time zone unless another is given; '' for an invalid one. */
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

/** The member’s name in the order of `nameInOrder`; `polite` adds 様 in Japanese. '' if none is known. */
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
