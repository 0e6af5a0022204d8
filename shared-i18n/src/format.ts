import type { Locale, User } from '@portal/shared-contract';
import { activeLocale } from './catalogs.ts';
import { formatDate, nameIn } from './plain-format.ts';

export { formatDate };

/**
 * Formats the time of day of a moment in the order of the language, in the member’s own time zone.
 * Returns '' for an invalid date.
 */
export function formatTime(value: string | Date): string {
  return format(value, { timeStyle: 'short' }, activeLocale());
}

/**
 * Formats the date and time of an event in the order of the language (design §2.5), in the member’s
 * own time zone unless another is given. Returns '' for an invalid date.
 */
export function formatDateTime(
  value: string | Date,
  { timeZone, locale = activeLocale() }: { timeZone?: string; locale?: Locale } = {},
): string {
  const options = {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  } as const;
  return format(value, options, locale);
}

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
