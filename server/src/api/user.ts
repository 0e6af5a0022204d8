import { type User, UserSchema } from '@portal/shared-contract';
import { toAnswer } from '../case.ts';
import type { MemberRecord } from '../domain/members.ts';
import { prefectureById } from '../domain/prefectures.ts';

/** The member object of the API (product §3.1, §3.2). */
export function toUser(member: MemberRecord): User {
  const prefecture = prefectureById(member.prefectureId) ?? null;
  return toAnswer<User>(UserSchema, { ...member, prefecture });
}
