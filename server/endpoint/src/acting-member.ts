import type { MemberRecord } from '@portal/server-members/members';
import { toUser } from '@portal/server-members/user';
import type { ActingMember } from '@portal/server-members/with-locked-member';
import type { Outcome } from '@portal/server-platform/outcome';
import type { MemberCall, ProvenCall } from './mount.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** The caller, as the domain functions take it. */
export function actingMemberOf({ member, device }: MemberCall): ActingMember {
  return { memberId: member.id, sessionUid: member.sessionUid, device };
}

/** The caller in one browser, with their step-ups. */
export function provenMemberOf(call: ProvenCall) {
  const { sessionUid, keyThumbprint, stepUps } = call.member;
  return { ...actingMemberOf(call), sessionUid, keyThumbprint, stepUps };
}

/** The response of calls that return the updated member. */
export function answerUser(outcome: Outcome<MemberRecord>) {
  return outcome.ok ? { data: toUser(outcome.value) } : refusalOf(outcome);
}

/** The response of calls that return nothing. */
export function answerNothing(outcome: Outcome<undefined>): undefined | Refusal {
  return outcome.ok ? undefined : refusalOf(outcome);
}
