import { maskEmail } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../account/password-rules.ts';
import { lockMember, reloadMember, withLockedMember } from '../account/with-locked-member.ts';
import type { AccountContext } from '../account-context.ts';
import { resetAttempts } from '../attempt-limit.ts';
import { removeStepUps } from '../codes/step-up.ts';
import { forgetAttempts, storePasswordHash } from '../credentials.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { issueDevicePass } from '../known-devices.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import { hashPassword } from '../password-hash.ts';
import { announceChange } from '../undo/announce-change.ts';
import { readBefore } from '../undo/sign-in-settings.ts';
import { withTransaction } from '../with-transaction.ts';
import { takeMailLink } from './mail-links.ts';
import { removeResetCodes } from './reset-links.ts';
import { holderOf, issueTicket, spendTicket, type TicketClaim } from './tickets.ts';

export type TakenWelcomeLink =
  | {
      readonly status: 'valid';
      readonly ticket: string;
      readonly member: MemberRecord;
    }
  | { readonly status: 'already_done' };

/**
 * Takes the link of a welcome message: the address is verified, and the ticket allows setting a
 * password.
 */
export function takeWelcomeLink(
  context: AccountContext,
  code: string,
  device: RequestDevice,
): Promise<Outcome<TakenWelcomeLink>> {
  return withTransaction(context, async (tx): Promise<Outcome<TakenWelcomeLink>> => {
    const link = await takeMailLink(tx, 'verify_email_link', code);
    if (link.kind === 'used_before') return ok({ status: 'already_done' });
    if (link.kind === 'unknown') return err('token.not_found');
    const member = await lockMember(tx, link.row.memberId);
    if (!member || member.email !== link.row.target) return err('token.not_found');
    await markVerified(tx, member, device);
    const { ticket } = await issueTicket(tx, member, 'verify_email_link');
    return ok({ status: 'valid', ticket, member: await reloadMember(tx, member.id) });
  });
}

const GONE = {
  mfa_forgot_password: err('mfa_forgot_password.token_expired'),
  verify_email_link: err('token.not_found'),
  reset_password_link: err('mfa_forgot_password.token_expired'),
} as const;

/**
 * Sets a password with a ticket or a link. It ends every session and a lock (product §12.17),
 * removes the step-ups, and tells the member. The browser is then known for the account, so that
 * whoever keeps the account locked does not stop the sign-in that follows.
 */
export async function setPasswordByTicket(
  context: AccountContext,
  claim: TicketClaim,
  password: string,
  device: RequestDevice,
): Promise<Outcome<{ readonly maskedEmail: string; readonly devicePass: string }>> {
  const gone = GONE[claim.type];
  const holder = await holderOf(context, claim);
  const known = holder && (await findMemberById(context, holder.memberId));
  if (!known || known.cancelledAt || known.email !== holder.target) return gone;
  const problem = await passwordProblem(context, password, known);
  if (problem) return passwordRefused(problem);
  // Hashed before the transaction, because it takes as long as a hundred queries.
  const hash = await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return withLockedMember(context, known.id, async (tx, member) => {
    const spent = await spendTicket(tx, claim);
    if (!spent || member.email !== spent.target) return gone;
    await storePasswordHash(tx, member.id, hash);
    await markVerified(tx, member, device);
    await forgetAttempts(tx, member.email);
    await resetAttempts(tx, member.id);
    await removeStepUps(tx, member.id);
    await removeResetCodes(tx, member.emailNormalized);
    await tx.sessions.endAll(tx, member.id);
    const notice = member.passwordSet ? 'password_changed' : 'password_set';
    await announceChange(tx, await readBefore(tx, member), { notice, device });
    const devicePass = issueDevicePass(tx, member.id);
    return ok({ maskedEmail: maskEmail(member.email), devicePass });
  });
}

/** Marks the address as verified: somebody with a code or link from its mail can read it. */
async function markVerified(tx: AccountContext, member: MemberRecord, device: RequestDevice) {
  if (member.emailVerified) return;
  await tx.db
    .update(members)
    .set({ emailVerified: true, updatedAt: tx.clock.now() })
    .where(eq(members.id, member.id));
  await recordEvent(tx, member.id, 'email_verified', device);
}
