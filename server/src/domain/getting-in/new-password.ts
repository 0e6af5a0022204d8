import { maskEmail } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { mailNotice } from '../../mail/send.ts';
import { actAs, lockMember, reread } from '../account/actor.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../account/password-rules.ts';
import type { AccountContext } from '../account-context.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { forgetStepUps } from '../codes/step-up.ts';
import { forgetAttempts, storePasswordHash } from '../credentials.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { forgetGuesses } from '../guesses.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import { hashPassword } from '../password-hash.ts';
import { endSessionsOf } from '../sessions.ts';
import { takeMailLink } from './mail-links.ts';
import { holderOf, issueTicket, spendTicket, type TicketClaim } from './tickets.ts';

export type TakenWelcomeLink =
  | {
      readonly status: 'valid';
      readonly ticket: string;
      readonly member: MemberRecord;
    }
  | { readonly status: 'already_done' };

/** The button behind the link in a welcome mail: the address is proven, and a password may be set. */
export function takeWelcomeLink(
  context: AccountContext,
  code: string,
  device: RequestDevice,
): Promise<Outcome<TakenWelcomeLink>> {
  return allOrNothing(context, async (tx): Promise<Outcome<TakenWelcomeLink>> => {
    const link = await takeMailLink(tx, 'verify_email_link', code);
    if (link.kind === 'used') return done({ status: 'already_done' });
    const member = link.kind === 'taken' && (await lockMember(tx, link.memberId));
    if (!member || member.email !== link.target) return refused('token.not_found');
    await markVerified(tx, member, device);
    const { ticket } = await issueTicket(tx, member, 'verify_email_link');
    return done({ status: 'valid', ticket, member: await reread(tx, member.id) });
  });
}

const GONE = {
  mfa_forgot_password: refused('mfa_forgot_password.token_expired'),
  verify_email_link: refused('token.not_found'),
} as const;

/**
 * Sets a password by a ticket. Whoever had been in is out: every session ends, step-ups are forgotten
 * and so is a lock, and the member is told.
 */
export async function setPasswordByTicket(
  context: AccountContext,
  claim: TicketClaim,
  password: string,
  device: RequestDevice,
): Promise<Outcome<{ readonly maskedEmail: string }>> {
  const gone = GONE[claim.type];
  const holder = await holderOf(context, claim);
  const known = holder && (await findMemberById(context, holder.memberId));
  if (!known || known.cancelledAt || known.email !== holder.target) return gone;
  const problem = await passwordProblem(password, known.email);
  if (problem) return passwordRefused(problem);
  // Before the transaction: it takes as long as a hundred queries.
  const hash = await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return actAs(context, known.id, async (tx, member) => {
    const spent = await spendTicket(tx, claim);
    if (!spent || member.email !== spent.target) return gone;
    await storePasswordHash(tx, member.id, hash);
    await markVerified(tx, member, device);
    await forgetAttempts(tx, member.email);
    await forgetGuesses(tx, member.id);
    await forgetStepUps(tx, member.id);
    await endSessionsOf(tx, member.id);
    const event = member.passwordSet ? 'password_changed' : 'password_set';
    await recordEvent(tx, member.id, event, device);
    await mailNotice(tx, member, event);
    return done({ maskedEmail: maskEmail(member.email) });
  });
}

/** Whoever has a code or a link from the mail reads that address. */
async function markVerified(tx: AccountContext, member: MemberRecord, device: RequestDevice) {
  if (member.emailVerified) return;
  await tx.db
    .update(members)
    .set({ emailVerified: true, updatedAt: tx.clock.now() })
    .where(eq(members.id, member.id));
  await recordEvent(tx, member.id, 'email_verified', device);
}
