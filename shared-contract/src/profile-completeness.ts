import type { User } from './schemas.ts';

/** Spec §3 «Profile completeness»: what must be filled in, by country of residence. */

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

/** The part of the member that the rule looks at. */
export type ProfileFacts = Pick<User, RequiredProfileField>;

/**
 * The required fields that are still empty, in the spec's order. Without a country the shorter list
 * holds: the country itself is then among what is missing.
 */
export function missingProfileFields(profile: ProfileFacts): RequiredProfileField[] {
  const required = profile.country === JAPAN ? REQUIRED_IN_JAPAN : REQUIRED_ABROAD;
  return required.filter((field) => isEmpty(profile[field]));
}

export function isProfileComplete(profile: ProfileFacts): boolean {
  return missingProfileFields(profile).length === 0;
}

/** `false` is an answer (no e-mails, please); spaces, half or full width, are none. */
function isEmpty(value: ProfileFacts[RequiredProfileField] | undefined): boolean {
  return value === null || value === undefined || (typeof value === 'string' && !value.trim());
}
