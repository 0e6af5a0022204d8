import type { Locale, User } from '@portal/shared-contract';
import { formatCalendarDate } from '@portal/shared-contract/calendar';
import { activeLocale } from './catalogs.ts';
import { formatDate, nameIn } from './plain-format.ts';

export { formatDate };

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
  return time && `${formatCalendarDate(dayIn(timeZone, moment))} ${time}`;
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
 * address the member (product §13.10). Returns '' if no name is known.
 */
export function formatName(
  user: Pick<User, 'first_name' | 'last_name'>,
  { polite = false, locale = activeLocale() }: { polite?: boolean; locale?: Locale } = {},
): string {
  return nameIn(locale, user, polite);
}

/** Formats a number with the separators of the language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(activeLocale() === 'ja' ? 'ja-JP' : 'en-US', options).format(value);
}
