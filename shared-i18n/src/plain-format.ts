/*
 * Formats without the catalogs' library: the page's boot script uses them too.
 */
import type { Locale } from '@portal/shared-contract';
import {
  formatCalendarDate,
  formatPublishedDate,
  todayInJapan,
} from '@portal/shared-contract/calendar';
import { nameInOrder } from '@portal/shared-contract/name-order';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A date as `formatDate` writes it, in a language that is given. A date without a time (`2026-03-01`) keeps its day; a
 * moment (ISO 8601 or Date) gives its date in Japan, wherever the member is. Returns '' for an invalid date.
 */
export function dateIn(locale: Locale, value: string | Date): string {
  const day = dayOf(value);
  return day && formatCalendarDate(day, locale);
}

/** The date of a notification in Japan, as YYYY.MM.DD in both languages. */
export const publishedDate = (value: string): string => formatPublishedDate(dayOf(value));

function dayOf(value: string | Date): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return typeof value === 'string' && DATE_ONLY.test(value) ? value : todayInJapan(moment);
}

/** The member's name as `formatName` writes it, in a language that is given. */
export function nameIn(
  locale: Locale,
  user: Parameters<typeof nameInOrder>[0],
  polite: boolean,
): string {
  const name = nameInOrder(user, locale);
  return name && polite && locale === 'ja' ? `${name} 様` : name;
}
