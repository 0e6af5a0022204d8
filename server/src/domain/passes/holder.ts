import { isProfileComplete } from '@portal/shared-contract';
import type { DomainContext } from '../../context.ts';
import { findMemberLocked, type MemberRecord } from '../members.ts';
import { prefectureById } from '../prefectures.ts';
import type { PassRecord } from './pass.ts';

export type HolderColumns = Pick<
  PassRecord,
  'holderKind' | 'holderLastName' | 'holderFirstName' | 'holderDateOfBirth'
>;

/** How a refusal names a profile with gaps. */
export const PROFILE_INCOMPLETE = { descriptions: { profile: ['required.profile'] } };

/** The member as the holder of a pass; undefined while their profile is not complete (spec §3). */
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
 * The member, who cannot leave before the transaction ends; undefined for one who has left. Lighter
 * than `lockMember`: two members' passes that change hands at once do not wait for each other.
 */
export const holdMember = (
  tx: DomainContext,
  memberId: string,
): Promise<MemberRecord | undefined> => findMemberLocked(tx, memberId, 'key share');
