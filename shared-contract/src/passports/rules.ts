import { addYears, fullYearsOn, isCalendarDate } from './dates.ts';

/** Spec §9: permission codes with special handling. Any other code is an ordinary pass. */
export const PERMISSION = {
  ordinary: 10,
  /** Staff: no fee, cannot be transferred. */
  staff: 90,
  /** Shows its range even when the identity is confirmed. */
  showsRange: 93,
} as const;

/** Spec §5: younger children enter free and need no pass. */
export const FREE_BELOW_YEARS = 3;

/** Not in the spec: a pass is bought for a start from today to the same day of the next year. */
export const START_WITHIN_YEARS = 1;

/** The dates a purchase accepts, both included. The picker may show more (spec §9), and says why not. */
export function usageStartRange(today: string): { readonly first: string; readonly last: string } {
  return { first: today, last: addYears(today, START_WITHIN_YEARS) };
}

export type UsageStartProblem =
  | 'required.usage_start_date'
  | 'usage_start_date.past'
  | 'usage_start_date.too_late';

/** @param today of Japan */
export function usageStartProblem(date: string, today: string): UsageStartProblem | undefined {
  const { first, last } = usageStartRange(today);
  if (!isCalendarDate(date)) return 'required.usage_start_date';
  if (date < first) return 'usage_start_date.past';
  return date > last ? 'usage_start_date.too_late' : undefined;
}

/** Children under 3 full years on the start date need no pass (message `children_under_3_free`). */
export function entersFree(dateOfBirth: string, usageStartDate: string): boolean {
  return fullYearsOn(dateOfBirth, usageStartDate) < FREE_BELOW_YEARS;
}

/** What a pass shows of its dates (spec §4). */
export type PassDates =
  | { readonly kind: 'expiry'; readonly until: string }
  | { readonly kind: 'range'; readonly from: string; readonly until: string };

/** Spec §4: confirmed and not 93 shows only an expiry date; otherwise a usage range. */
export function passDates(pass: {
  readonly confirmed_id_at: string | null;
  readonly ext_permission: number;
  readonly usage_start_date: string;
  readonly ext_expiration_date: string;
}): PassDates {
  const until = pass.ext_expiration_date;
  return pass.confirmed_id_at !== null && pass.ext_permission !== PERMISSION.showsRange
    ? { kind: 'expiry', until }
    : { kind: 'range', from: pass.usage_start_date, until };
}
