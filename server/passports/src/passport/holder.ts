import { findMemberLocked, type MemberRecord, toUser } from '@portal/server-members/members';
import type { Member } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { missingForPassport, type PassportKind } from '@portal/shared-contract';
import type { PassportRecord } from './passport.ts';

export type HolderColumns = Pick<
  PassportRecord,
  'holderKind' | 'holderLastName' | 'holderFirstName' | 'holderDateOfBirth'
>;

/** Whether two passports of one owner are for the same person. A member is themselves, also under another name. */
export const isSameHolder = (one: HolderColumns, other: HolderColumns): boolean =>
  one.holderKind === other.holderKind &&
  (one.holderKind === 'member' ||
    (one.holderLastName === other.holderLastName &&
      one.holderFirstName === other.holderFirstName &&
      one.holderDateOfBirth === other.holderDateOfBirth));

/** The error details for an incomplete profile. */
export const PROFILE_INCOMPLETE = { descriptions: { profile: ['required.profile'] } };

/** The member as holder; undefined for an incomplete profile, and without an address where it is needed. */
export function memberAsHolder(
  member: MemberRecord,
  { address }: Pick<PassportKind, 'address'>,
): (HolderColumns & { readonly holderKind: 'member' }) | undefined {
  const { lastName, firstName, dateOfBirth } = member;
  const complete = missingForPassport(toUser(member), address).length === 0;
  if (!complete || !lastName || !firstName || !dateOfBirth) return undefined;
  return {
    holderKind: 'member',
    holderLastName: lastName,
    holderFirstName: firstName,
    holderDateOfBirth: dateOfBirth,
  };
}

/** Reads the member and keeps the account open; shared, so that opposite transfers do not deadlock. */
export const lockMemberShared = (
  tx: DomainContext,
  memberId: string,
): Promise<MemberRecord | undefined> => findMemberLocked(tx, memberId, 'share');

const MASK = '***';
const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** A member as others see them: `山***` for 山田; without a name, the last digits of the member code. */
export function maskMember(member: Pick<Member, 'lastName' | 'memberCode'>): string {
  return member.lastName ? maskName(member.lastName) : `${MASK}${member.memberCode.slice(-4)}`;
}

export function maskName(name: string): string {
  const [first] = characters.segment(name);
  return `${first?.segment ?? ''}${MASK}`;
}
