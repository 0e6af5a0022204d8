import { daysInMonth } from '../profile/date-of-birth.ts';

/**
 * Pass dates are calendar dates of Japan, YYYY-MM-DD (`todayInJapan`), and are compared as texts: no
 * clock, zone or summer time of the reader can move them. Every function here is pure and answers the
 * same everywhere.
 */

/** The calendar knows the date: no 30 February. */
export function isCalendarDate(date: string): boolean {
  const [year, month, day] = partsOf(date);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

/** The same day of another year; of 29 February where that year has none, the last of the month. */
export function addYears(date: string, years: number): string {
  const [year, month, day] = partsOf(date);
  return textOf(year + years, month, Math.min(day, daysInMonth(year + years, month)));
}

export function dayBefore(date: string): string {
  const [year, month, day] = partsOf(date);
  if (day > 1) return textOf(year, month, day - 1);
  if (month > 1) return textOf(year, month - 1, daysInMonth(year, month - 1));
  return textOf(year - 1, 12, 31);
}

/**
 * Full years of age on a date. Somebody born on 29 February is a year older from 1 March in a common
 * year: a year of age is full at the end of the day before the birthday (Age Calculation Act).
 */
export function fullYearsOn(dateOfBirth: string, date: string): number {
  const years = partsOf(date)[0] - partsOf(dateOfBirth)[0];
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/**
 * The last day of a one-year pass: the day before the start's day in the next year. Where that year
 * does not have the day, the last of the month (Civil Code, article 143): from 29 February 2028 to
 * 28 February 2029.
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
