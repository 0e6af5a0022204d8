import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/*
 * The dates of passports are calendar dates of Japan as `YYYY-MM-DD`, compared as text.
 * Day.js counts in UTC here, so that no time zone or daylight saving time shifts them.
 */

/** Whether the date exists in the calendar; 30 February does not. */
export const isCalendarDate = (date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) && textOf(dayjs.utc(date)) === date;

/** The number of days of a month; 31 if the month is invalid. */
export const daysInMonth = (year: number, month: number): number =>
  month >= 1 && month <= 12 ? dayjs.utc(`${year}-${month}`).daysInMonth() : 31;

/** The same day of another year; 29 February becomes 28 February in a common year. */
export const addYears = (date: string, years: number): string =>
  textOf(dayjs.utc(date).add(years, 'year'));

export const dayBefore = (date: string): string => addDays(date, -1);

/** The date a number of days after another. */
export const addDays = (date: string, days: number): string =>
  textOf(dayjs.utc(date).add(days, 'day'));

/** The same day some months later, or the last day of that month. */
export const addMonths = (date: string, months: number): string =>
  textOf(dayjs.utc(date).add(months, 'month'));

/**
 * Age in full years on a date. In a common year, somebody born on 29 February is a year older from
 * 1 March on (Japan's Act on Calculation of Ages).
 */
export function fullYearsOn(dateOfBirth: string, date: string): number {
  const years = dayjs.utc(date).year() - dayjs.utc(dateOfBirth).year();
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/**
 * The last day of a passport of so many months, a year unless others are given: the day before the same day
 * of the last month, or its last day if it lacks the day (Civil Code of Japan, article 143). One
 * of a year from 29 February 2028 is valid until 28 February 2029.
 */
export function lastDayOf(usageStartDate: string, months = 12): string {
  const after = textOf(dayjs.utc(usageStartDate).add(months, 'month'));
  return after.slice(8) === usageStartDate.slice(8) ? dayBefore(after) : after;
}

const textOf = (date: Dayjs): string => date.format('YYYY-MM-DD');
