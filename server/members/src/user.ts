import { toAnswer } from '@portal/server-platform/case';
import { type User, UserSchema } from '@portal/shared-contract';
import type { MemberRecord } from './members.ts';
import { prefectureById } from './prefectures.ts';

/** The member object of the contract. */
export function toUser(member: MemberRecord): User {
  const prefecture = prefectureById(member.prefectureId) ?? null;
  const mfaChannel = member.mfaWithoutCodes ? 'none' : member.mfaChannel;
  return toAnswer<User>(UserSchema, { ...member, prefecture, mfaChannel });
}
