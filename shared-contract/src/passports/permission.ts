/*
 * Apart from the other rules, so that the home loads these without Day.js.
 */

/** The values of `ext_permission`. */
export const PERMISSION = {
  ordinary: 10,
  /** A staff passport costs nothing and cannot be transferred. */
  staff: 90,
  /** Shows its range even if the identity is confirmed. */
  showsRange: 93,
} as const;

/** The dates that a passport shows. */
export type PassportDates =
  | { readonly kind: 'expiry'; readonly until: string }
  | { readonly kind: 'range'; readonly from: string; readonly until: string };

/** Only the last day if the identity is confirmed and the permission is not 93, else the range. */
export function passportDates(passport: {
  readonly confirmed_id_at: string | null;
  readonly ext_permission: number;
  readonly usage_start_date: string;
  readonly ext_expiration_date: string;
}): PassportDates {
  const until = passport.ext_expiration_date;
  return passport.confirmed_id_at !== null && passport.ext_permission !== PERMISSION.showsRange
    ? { kind: 'expiry', until }
    : { kind: 'range', from: passport.usage_start_date, until };
}
