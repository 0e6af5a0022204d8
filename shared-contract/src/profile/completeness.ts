import {
  isRequired,
  PROFILE_FIELD_NAMES,
  type PROFILE_FIELDS,
  type ProfileField,
} from './fields.ts';
import type { User } from './user.ts';

/** The fields that a complete profile needs somewhere. */
export type RequiredProfileField = {
  [Field in ProfileField]: (typeof PROFILE_FIELDS)[Field]['required'] extends 'never'
    ? never
    : Field;
}[ProfileField];

/** The fields of the member that decide about completeness. */
export type ProfileFacts = Pick<User, RequiredProfileField>;

/**
 * The required fields that are still empty, in the order of the table. A profile without a country
 * needs what a profile outside Japan needs, and the country is then among the missing fields.
 */
export function missingProfileFields(profile: ProfileFacts): RequiredProfileField[] {
  return requiredProfileFields(profile.country).filter((field) => isEmpty(profile[field]));
}

/** The fields that a complete profile needs, for a member in this country. */
export function requiredProfileFields(country: string | null): RequiredProfileField[] {
  return PROFILE_FIELD_NAMES.filter((field) =>
    isRequired(field, country),
  ) as RequiredProfileField[];
}

export function isProfileComplete(profile: ProfileFacts): boolean {
  return missingProfileFields(profile).length === 0;
}

/** Where a member lives, which not every kind of passport asks for. */
const ADDRESS_FIELD = /^(postal_code|prefecture|city|address)/;

/** The fields that a passport needs and the profile lacks. @param address whether the kind asks for it */
export const missingForPassport = (profile: ProfileFacts, address: boolean) =>
  missingProfileFields(profile).filter((field) => address || !ADDRESS_FIELD.test(field));

/** The names of what the account itself needs begin so; a name's katakana is among them. */
const ACCOUNT_FIELD = /^(country|last_name|first_name|email_opt_in)/;

/** Whether the field is asked for at the registration; a passport needs the others. */
export const isAccountField = (field: ProfileField): boolean => ACCOUNT_FIELD.test(field);

/** Whether the profile lacks what the account itself needs, in this member's country. */
export const lacksAccountDetails = (profile: ProfileFacts): boolean =>
  missingProfileFields(profile).some(isAccountField);

/** `false` counts as filled in; a text of half-width or full-width spaces counts as empty. */
function isEmpty(value: ProfileFacts[RequiredProfileField] | undefined): boolean {
  return value === null || value === undefined || (typeof value === 'string' && !value.trim());
}
