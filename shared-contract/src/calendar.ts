import type { Locale } from './locale.ts';

/*
 * Without schemas and Day.js, so that the first page loads these without them.
 */

/** The date of a moment in Asia/Tokyo, YYYY-MM-DD: dates of the product are calendar dates of Japan. */
export function todayInJapan(now: Date): string {
  const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000;
  return new Date(now.getTime() + JAPAN_OFFSET_MS).toISOString().slice(0, 10);
}

/** The date of a notification, YYYY.MM.DD, from YYYY-MM-DD. */
export const formatPublishedDate = (date: string): string => date.replaceAll('-', '.');

/**
 * A date as each language writes it: 2026年11月23日（月）, Mon 23 Nov 2026. Without
 * Intl, whose first use costs a slow phone 50 ms.
 * @param date YYYY-MM-DD
 */
export function formatCalendarDate(date: string, locale: Locale): string {
  const weekday = WEEKDAYS[locale][new Date(date).getUTCDay()];
  const day = formatBirthDate(date, locale);
  return locale === 'ja' ? `${day}（${weekday}）` : `${weekday} ${day}`;
}

/** The same without the weekday, which says nothing of somebody's birth: 1990年1月1日 or 1 Jan 1990. */
export function formatBirthDate(date: string, locale: Locale): string {
  const [year, month = 1, day] = date.split('-').map(Number);
  return locale === 'ja' ? `${year}年${month}月${day}日` : `${day} ${MONTHS[month - 1]} ${year}`;
}

/** A date and a time of day as one text; `time` is as the language writes it. */
export const formatMoment = (date: string, time: string, locale: Locale): string =>
  `${formatCalendarDate(date, locale)}${locale === 'ja' ? '' : ', '}${time}`;

/** From Sunday on. */
export const WEEKDAYS = {
  ja: ['日', '月', '火', '水', '木', '金', '土'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;
/** Of the English dates, from January on. */
export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
