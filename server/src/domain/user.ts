import { type User, UserSchema } from '@portal/shared-contract';
import { toAnswer } from '../case.ts';
import type { MemberRecord } from './members.ts';
import { prefectureById } from './prefectures.ts';

/** The member object of the contract (product §3.1, §3.2). */
export function toUser(member: MemberRecord): User {
  const prefecture = prefectureById(member.prefectureId) ?? null;
  const mfaChannel = member.mfaWithoutCodes ? 'none' : member.mfaChannel;
  return toAnswer<User>(UserSchema, { ...member, prefecture, mfaChannel });
}
