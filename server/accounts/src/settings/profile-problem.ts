import type { MemberRecord } from '@portal/server-members/members';
import { toUser } from '@portal/server-members/user';
import { type CamelCase, camelName } from '@portal/server-platform/case';
import {
  dateOfBirthProblem,
  datePartsOf,
  isProfileComplete,
  JAPAN,
  JapanesePostalCodeSchema,
  type Profile,
  requiredProfileFields,
} from '@portal/shared-contract';
import * as v from 'valibot';

/** A field that is undefined stays as it is. */
export type ProfileChanges = CamelCase<Profile>;

/**
 * Checks what no field of `PUT /me` can check alone: the rules of the country, the date against
 * today, and that a complete profile stays complete.
 * @param today in Japan, YYYY-MM-DD
 * @returns message keys by field, for `error_descriptions`; undefined if the changes can be stored
 */
export function profileProblem(
  member: MemberRecord,
  changes: ProfileChanges,
  today: string,
): Readonly<Record<string, string[]>> | undefined {
  const { dateOfBirth, postalCode = member.postalCode, country = member.country } = changes;
  if (dateOfBirth) {
    const key = dateOfBirthProblem(datePartsOf(dateOfBirth), { today });
    if (key) return { date_of_birth: [key] };
  }
  const touchesPostalCode = changes.postalCode !== undefined || changes.country !== undefined;
  if (touchesPostalCode && country === JAPAN && postalCode) {
    if (!v.is(JapanesePostalCodeSchema, postalCode)) {
      return { postal_code: ['format.postal_code'] };
    }
  }
  return emptiedFields(member, changes, country);
}

/** The required fields that the changes would empty in a complete profile. */
function emptiedFields(
  member: MemberRecord,
  changes: ProfileChanges,
  country: string | null,
): Readonly<Record<string, string[]>> | undefined {
  const emptied = requiredProfileFields(country).filter(
    (field) => changes[camelName(field) as keyof ProfileChanges] === null,
  );
  if (emptied.length === 0 || !isProfileComplete(toUser(member))) return undefined;
  return Object.fromEntries(emptied.map((field) => [field, [`required.${field}`]]));
}
