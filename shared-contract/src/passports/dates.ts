import { daysInMonth } from '../calendar.ts';

/*
 * The dates of passports are calendar dates of Japan as `YYYY-MM-DD` (product §5.47). They are
 * compared as text, so that no time zone or daylight saving time can shift them.
 */

/** Whether the date exists in the calendar; 30 February does not. */
export function isCalendarDate(date: string): boolean {
  const [year, month, day] = partsOf(date);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

/** The same day of another year; 29 February becomes 28 February in a common year. */
export function addYears(date: string, years: number): string {
  const [year, month, day] = partsOf(date);
  return textOf(year + years, month, Math.min(day, daysInMonth(year + years, month)));
}

/** The day before a date. */
export function dayBefore(date: string): string {
  const [year, month, day] = partsOf(date);
  if (day > 1) return textOf(year, month, day - 1);
  if (month > 1) return textOf(year, month - 1, daysInMonth(year, month - 1));
  return textOf(year - 1, 12, 31);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The date a number of days after another. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Age in full years on a date. In a common year, somebody born on 29 February is a year older from
 * 1 March on (Japan's Act on Calculation of Ages).
 */
export function fullYearsOn(dateOfBirth: string, date: string): number {
  const years = partsOf(date)[0] - partsOf(dateOfBirth)[0];
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/**
 * The last day of a one-year passport: the day before the same day of the next year, or the last day
 * of the month if that year lacks the day (product §14.5; Civil Code of Japan, article 143). A passport
 * from 29 February 2028 is valid until 28 February 2029.
 */
export function lastDayOf(usageStartDate: string): string {
  const nextYear = addYears(usageStartDate, 1);
  return nextYear.slice(5) === usageStartDate.slice(5) ? dayBefore(nextYear) : nextYear;
}

function partsOf(date: string): [year: number, month: number, day: number] {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number);
  return [year, month, day];
}

function textOf(year: number, month: number, day: number): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}
