import type { Outcome } from '../domain/account/outcome.ts';
import type { ActingMember } from '../domain/account/with-locked-member.ts';
import type { MemberRecord } from '../domain/members.ts';
import { toUser } from '../domain/user.ts';
import type { MemberCall, ProvenCall } from './mount.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** The caller, as the domain functions take it. */
export function actingMemberOf({ member, device }: MemberCall): ActingMember {
  return { memberId: member.id, sessionUid: member.sessionUid, device };
}

/** The caller in one browser, with their recent proofs. */
export function provenMemberOf(call: ProvenCall) {
  const { sessionUid, keyThumbprint, proofs } = call.member;
  return { ...actingMemberOf(call), sessionUid, keyThumbprint, proofs };
}

/** The response of calls that return the updated member (product §7.19). */
export function answerUser(outcome: Outcome<MemberRecord>) {
  return outcome.ok ? { data: toUser(outcome.value) } : refusalOf(outcome);
}

/** The response of calls that return nothing. */
export function answerNothing(outcome: Outcome<undefined>): undefined | Refusal {
  return outcome.ok ? undefined : refusalOf(outcome);
}
