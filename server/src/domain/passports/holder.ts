import { isProfileComplete } from '@portal/shared-contract';
import type { DomainContext } from '../context.ts';
import { findMemberLocked, type MemberRecord } from '../members.ts';
import { prefectureById } from '../prefectures.ts';
import type { PassportRecord } from './passport.ts';

export type HolderColumns = Pick<
  PassportRecord,
  'holderKind' | 'holderLastName' | 'holderFirstName' | 'holderDateOfBirth'
>;

/** The error details for an incomplete profile (product §14.3). */
export const PROFILE_INCOMPLETE = { descriptions: { profile: ['required.profile'] } };

/** The member as a passport's holder; undefined if the profile is incomplete (product §3.9, §3.10). */
export function memberAsHolder(member: MemberRecord): HolderColumns | undefined {
  const { lastName, firstName, dateOfBirth } = member;
  const complete = isProfileComplete({
    first_name: firstName,
    last_name: lastName,
    first_name_kana: member.firstNameKana,
    last_name_kana: member.lastNameKana,
    date_of_birth: dateOfBirth,
    gender: member.gender,
    postal_code: member.postalCode,
    phone: member.phone,
    address: member.address,
    city: member.city,
    prefecture: prefectureById(member.prefectureId) ?? null,
    email_opt_in: member.emailOptIn,
    phone_country_code: member.phoneCountryCode,
    country: member.country,
  });
  if (!complete || !lastName || !firstName || !dateOfBirth) return undefined;
  return {
    holderKind: 'member',
    holderLastName: lastName,
    holderFirstName: firstName,
    holderDateOfBirth: dateOfBirth,
  };
}

/**
 * Reads the member and keeps the account from being closed until the transaction ends; undefined for
 * a closed account. A shared lock, so that two transfers in opposite directions do not deadlock.
 */
export const lockMemberShared = (
  tx: DomainContext,
  memberId: string,
): Promise<MemberRecord | undefined> => findMemberLocked(tx, memberId, 'key share');
