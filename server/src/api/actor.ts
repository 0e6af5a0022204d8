import type { Actor } from '../domain/account/actor.ts';
import type { Outcome } from '../domain/account/outcome.ts';
import type { MemberRecord } from '../domain/members.ts';
import type { MemberCall } from './mount.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { toUser } from './user.ts';

/** Who acts, as the domain wants to know it. */
export function actorOf({ member, device }: MemberCall): Actor {
  return { memberId: member.id, sessionUid: member.sessionUid, device };
}

/** Spec §7 «data: updated user». */
export function answerUser(outcome: Outcome<MemberRecord>) {
  return outcome.ok ? { data: toUser(outcome.value) } : refusalOf(outcome);
}

/** For calls that answer nothing. */
export function answerNothing(outcome: Outcome<undefined>): undefined | Refusal {
  return outcome.ok ? undefined : refusalOf(outcome);
}
