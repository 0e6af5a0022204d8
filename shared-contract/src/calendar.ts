/*
 * Without schemas, so that the first page loads these without them.
 */

/** The number of days of a month; 31 if the month is invalid (product §5.14). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * The date of a moment in Asia/Tokyo, YYYY-MM-DD: dates of the product are calendar dates of Japan
 * (product §5.47).
 */
export function todayInJapan(now: Date): string {
  const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000;
  return new Date(now.getTime() + JAPAN_OFFSET_MS).toISOString().slice(0, 10);
}

/** A date as the product shows it: YYYY.MM.DD (product §9.13). */
export const formatCalendarDate = (date: string): string => date.replaceAll('-', '.');

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
