import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import type { DomainContext } from '@portal/server-platform/database/context';
import { type Err, err, type Outcome, ok } from '@portal/server-platform/outcome';
import { holderOf, type TicketClaim } from './tickets.ts';

/** What a mailed code or link gave, without a second step. */
export type MailedClaim = TicketClaim & {
  readonly type: Exclude<TicketClaim['type'], 'reset_second_step'>;
};

const GONE = {
  mfa_forgot_password: err('mfa_forgot_password.token_expired'),
  verify_email_link: err('token.not_found'),
  reset_password_link: err('mfa_forgot_password.token_expired'),
  reset_second_step: err('mfa_forgot_password.token_expired'),
} as const;

/** The refusal of a ticket or link that was used, has expired or never was. */
export const goneOf = ({ type }: TicketClaim): Err => GONE[type];

/** The member whom a ticket or link allows a new password, without spending it. */
export async function memberOfClaim(
  context: DomainContext,
  claim: TicketClaim,
): Promise<Outcome<MemberRecord>> {
  const holder = await holderOf(context, claim);
  const member = holder && (await findMemberById(context, holder.memberId));
  if (!member || member.email !== holder.target) return goneOf(claim);
  return ok(member);
}
