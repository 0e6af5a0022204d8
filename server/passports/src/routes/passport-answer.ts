import type { MemberCall } from '@portal/server-endpoint/mount';
import { Refusal, refusalOf, refuse } from '@portal/server-endpoint/refusal';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import type { Outcome } from '@portal/server-platform/outcome';
import type { Passport } from '@portal/shared-contract';
import type { PassportAccess } from '../passport/access.ts';
import { viewPassport } from '../passport/list.ts';
import type { PassportApiContext } from './api-context.ts';
import { toPassport } from './passport.ts';

/** Answers a passport as the calling member sees it, or the refusal. */
export async function answerPassport(
  context: PassportApiContext,
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
  context: PassportApiContext,
  memberId: string,
): Promise<MemberRecord | Refusal> {
  const member = await findMemberById(context, memberId);
  return member && !member.closedAt ? member : refuse('auth.unauthorized');
}

/** The passport and the calling member with their browser, as the domain's actions expect them. */
export const actionOf = ({ id }: { readonly id: string }, { member, device }: MemberCall) => ({
  memberId: member.id,
  sessionUid: member.sessionUid,
  device,
  passportId: id,
});
