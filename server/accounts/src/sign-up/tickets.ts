import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import type { Member } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok, type Refusal } from '@portal/server-platform/outcome';
import { TICKET_MS } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { grants } from '../codes/step-up.ts';
import { holderOfResetLink, spendResetLink, type TicketHolder } from '../mail-links/reset-links.ts';
import { stepUpGrants } from '../schema/codes.ts';

/** The types of tickets that let somebody who is not signed in set a new password. */
export type TicketType = 'mfa_forgot_password' | 'verify_email_link' | 'reset_second_step';
/** A ticket, or the link of a message with a reset code, which needs none. */
export type TicketClaim = {
  readonly type: TicketType | 'reset_password_link';
  readonly ticket: string;
};
/** Issues a ticket for one new password; it replaces an older one of the same type. */
export async function issueTicket(
  context: DomainContext,
  { id: memberId, email: target }: Pick<Member, 'id' | 'email'>,
  type: TicketType,
): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
  await deleteRows(context, stepUpGrants, { memberId, type });
  const values = { memberId, type, target };
  const { secret: ticket, expiresAt } = await grants.issue(context, values, TICKET_MS);
  return { ticket, expiresAt };
}

function holderOf(context: DomainContext, { type, ticket }: TicketClaim) {
  if (type === 'reset_password_link') return holderOfResetLink(context, ticket);
  return grants.find(context, ticket, eq(stepUpGrants.type, type));
}

/** Spends a ticket, in the transaction that stores the new password. */
export function spendTicket(
  tx: DomainContext,
  { type, ticket }: TicketClaim,
): Promise<TicketHolder | undefined> {
  if (type === 'reset_password_link') return spendResetLink(tx, ticket);
  return grants.spend(tx, ticket, eq(stepUpGrants.type, type));
}

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
export const goneOf = ({ type }: TicketClaim): Refusal => GONE[type];

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
