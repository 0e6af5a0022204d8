import type { User } from './user.ts';

/** The fields that a complete profile needs, by country of residence (product §3.9–§3.11). */

export const JAPAN = 'JP';

export const REQUIRED_IN_JAPAN = [
  'first_name',
  'last_name',
  'first_name_kana',
  'last_name_kana',
  'date_of_birth',
  'gender',
  'postal_code',
  'phone',
  'address',
  'city',
  'prefecture',
  'email_opt_in',
  'phone_country_code',
  'country',
] as const satisfies readonly (keyof User)[];

export const REQUIRED_ABROAD = [
  'first_name',
  'last_name',
  'date_of_birth',
  'gender',
  'phone',
  'city',
  'email_opt_in',
  'phone_country_code',
  'country',
] as const satisfies readonly (keyof User)[];

export type RequiredProfileField =
  | (typeof REQUIRED_IN_JAPAN)[number]
  | (typeof REQUIRED_ABROAD)[number];

/** The fields of the member that decide about completeness. */
export type ProfileFacts = Pick<User, RequiredProfileField>;

/**
 * The required fields that are still empty, in the order of the lists above. A profile without a
 * country is checked against the shorter list, and the country is then among the missing fields.
 */
export function missingProfileFields(profile: ProfileFacts): RequiredProfileField[] {
  const required = profile.country === JAPAN ? REQUIRED_IN_JAPAN : REQUIRED_ABROAD;
  return required.filter((field) => isEmpty(profile[field]));
}

export function isProfileComplete(profile: ProfileFacts): boolean {
  return missingProfileFields(profile).length === 0;
}

/**
 * `false` counts as filled in; a text of half-width or full-width spaces counts as empty (product
 * §3.11).
 */
function isEmpty(value: ProfileFacts[RequiredProfileField] | undefined): boolean {
  return value === null || value === undefined || (typeof value === 'string' && !value.trim());
}
