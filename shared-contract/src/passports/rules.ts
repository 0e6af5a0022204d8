import { addDays, addYears, fullYearsOn, isCalendarDate } from '../dates.ts';

/** Children below this age enter free and need no passport. */
const FREE_BELOW_YEARS = 3;

/** An offer that nobody answers lapses after this time. */
export const OFFER_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * The moment at which an offer lapses, as ISO 8601.
 * @param requestedAt ISO 8601
 */
export const offerEnd = (requestedAt: string): string =>
  new Date(Date.parse(requestedAt) + OFFER_MS).toISOString();

/** For how long after its acceptance the giver takes a passport back. */
export const TAKE_BACK_MS = 72 * 60 * 60 * 1000;

/** For how long before its last day a passport can be renewed. */
export const RENEWAL_DAYS = 30;

/**
 * Whether a passport can be renewed on a day, as far as its dates say.
 * @param lastDay of the passport, YYYY-MM-DD
 * @param today in Japan, YYYY-MM-DD
 */
export const isTimeToRenew = (lastDay: string, today: string): boolean =>
  addDays(lastDay, -RENEWAL_DAYS) <= today && today <= lastDay;

/** Where a passport is renewed; a path without its language. */
export const renewalPath = (passportId: string): `/my-page/${string}` =>
  `/my-page/passports/renew?passport=${passportId}`;

/**
 * The last day on which an order can be paid at the counter: what is unpaid lapses with its last day.
 * @param lastDays of its passports, YYYY-MM-DD; at least one
 */
export const lastDayToPay = (lastDays: readonly string[]): string =>
  [...lastDays].sort()[0] as string;

/** How long making and sending a physical card takes at most. */
const CARD_DAYS_IN_JAPAN = 14;
const CARD_DAYS_ABROAD = 28;

/**
 * The date by which a physical card that is ordered today has arrived.
 * @param today in Japan, YYYY-MM-DD
 * @param country ISO 3166, of the address that it is sent to
 */
export const cardArrival = (today: string, country: string | null): string =>
  addDays(today, country === 'JP' ? CARD_DAYS_IN_JAPAN : CARD_DAYS_ABROAD);

/** How far ahead a passport can start. */
const START_WITHIN_YEARS = 1;

/** The accepted start dates, inclusive; the date picker offers these. */
export function usageStartRange(today: string): { readonly first: string; readonly last: string } {
  return { first: today, last: addYears(today, START_WITHIN_YEARS) };
}

export type UsageStartProblem =
  | 'required.usage_start_date'
  | 'usage_start_date.past'
  | 'usage_start_date.too_late';

/**
 * Checks a start date.
 * @param today in Japan, YYYY-MM-DD
 */
export function usageStartProblem(date: string, today: string): UsageStartProblem | undefined {
  const { first, last } = usageStartRange(today);
  if (!isCalendarDate(date)) return 'required.usage_start_date';
  if (date < first) return 'usage_start_date.past';
  return date > last ? 'usage_start_date.too_late' : undefined;
}

/** Whether a child is under 3 full years on the start date. */
export function entersFree(dateOfBirth: string, usageStartDate: string): boolean {
  return fullYearsOn(dateOfBirth, usageStartDate) < FREE_BELOW_YEARS;
}

export type ChildAgeProblem = 'children_under_3_free' | 'child_too_old';

/**
 * Checks the age of a child on the start date. Both dates must be valid.
 * @param belowYears the age from which somebody buys a passport as a member
 */
export function childAgeProblem(
  dateOfBirth: string,
  usageStartDate: string,
  belowYears: number,
): ChildAgeProblem | undefined {
  if (entersFree(dateOfBirth, usageStartDate)) return 'children_under_3_free';
  return fullYearsOn(dateOfBirth, usageStartDate) < belowYears ? undefined : 'child_too_old';
}
