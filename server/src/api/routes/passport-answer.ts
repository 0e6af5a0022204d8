import type { Passport } from '@portal/shared-contract';
import type { Outcome } from '../../domain/account/outcome.ts';
import { findMemberById, type MemberRecord } from '../../domain/members.ts';
import type { PassportAccess } from '../../domain/passports/access.ts';
import { viewPassport } from '../../domain/passports/list.ts';
import type { ApiContext } from '../api-types.ts';
import type { MemberCall } from '../mount.ts';
import { toPassport } from '../passport.ts';
import { Refusal, refusalOf, refuse } from '../refusal.ts';

/** Answers a passport as the calling member sees it, or the refusal. */
export async function answerPassport(
  context: ApiContext,
  { member }: MemberCall,
  outcome: Outcome<PassportAccess>,
): Promise<{ data: Passport } | Refusal> {
  if (!outcome.ok) return refusalOf(outcome);
  const viewer = await findViewer(context, member.id);
  if (viewer instanceof Refusal) return viewer;
  return { data: toPassport(context, await viewPassport(context, viewer, outcome.value)) };
}

/** The calling member; a refusal if the account was closed. */
export async function findViewer(
  context: ApiContext,
  memberId: string,
): Promise<MemberRecord | Refusal> {
  const member = await findMemberById(context, memberId);
  return member && !member.cancelledAt ? member : refuse('auth.unauthorized');
}

/** The passport and the calling member with their browser, as the domain's actions expect them. */
export const actionOf = ({ id }: { readonly id: string }, { member, device }: MemberCall) => ({
  memberId: member.id,
  sessionUid: member.sessionUid,
  device,
  passportId: id,
});
