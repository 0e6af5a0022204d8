import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import {
  changeMember,
  lockMember,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { withTransaction } from '@portal/server-platform/database/database';
import { resetAttempts } from '@portal/server-platform/limits/attempt-limit';
import { err, type Outcome, ok, type Refusal } from '@portal/server-platform/outcome';
import { maskEmail, type ResetStep, resetSteps } from '@portal/shared-contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { issueDevicePass } from '../browsers/known-devices.ts';
import { announceChange } from '../changes/announce-change.ts';
import { useRecoveryCode } from '../changes/not-me.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { removeStepUps } from '../codes/step-up.ts';
import { takeMailLink } from '../mail-links/mail-links.ts';
import { removeResetCodes } from '../mail-links/reset-links.ts';
import { forgetAttempts, storePasswordHash } from '../password/credentials.ts';
import { hashPassword } from '../password/password-hash.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../password/password-rules.ts';
import { askForPasskey, checkPasskey } from '../second-step/passkeys.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import { checkTotp } from '../second-step/totp.ts';
import {
  goneOf,
  issueTicket,
  type MailedClaim,
  memberOfClaim,
  spendTicket,
  type TicketClaim,
} from './tickets.ts';

export type TakenWelcomeLink =
  | {
      readonly status: 'valid';
      readonly ticket: string;
      readonly member: MemberRecord;
    }
  | { readonly status: 'already_done' };

/** Takes the link of a welcome message: the address is verified, and the ticket allows setting a password. */
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

/**
 * Sets a password with a ticket or a link. It ends every session and a lock, removes the step-ups, and tells the
 * member. The browser is then known for the account, so that whoever keeps the account locked does not stop the
 * sign-in that follows. A member without codes by email and SMS needs the ticket of a second step. A closed account
 * stays closed, and the sign-in that follows asks whether to bring it back.
 */
export async function setPasswordByTicket(
  context: AccountContext,
  claim: TicketClaim,
  password: string,
  device: RequestDevice,
): Promise<Outcome<{ readonly maskedEmail: string; readonly devicePass: string }>> {
  const found = await memberOfClaim(context, claim);
  if (!found.ok) return found;
  const known = found.value;
  const problem = await passwordProblem(context, password, known);
  if (problem) return passwordRefused(problem);
  if (await lacksSecondStep(context, claim, known)) return err('user.second_step_required');
  // Hashed before the transaction, because it takes as long as a hundred queries.
  const hash = await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  const set = async (tx: AccountContext, member: MemberRecord) => {
    if (await lacksSecondStep(tx, claim, member)) return err('user.second_step_required');
    const spent = await spendTicket(tx, claim);
    if (!spent || member.email !== spent.target) return goneOf(claim);
    const mailed = claim.type !== 'reset_second_step';
    await storePasswordHash(tx, member.id, hash, { mailed });
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
  };
  return withLockedMember(context, known.id, set, { evenClosed: true });
}

const lacksSecondStep = async (
  context: AccountContext,
  { type }: TicketClaim,
  member: MemberRecord,
): Promise<boolean> =>
  type !== 'reset_second_step' && (await resetStepsOf(context, member)).length > 0;

/** Marks the address as verified: somebody with a code or link from its mail can read it. */
async function markVerified(tx: AccountContext, member: MemberRecord, device: RequestDevice) {
  if (member.emailVerified) return;
  await changeMember(tx, member.id, { emailVerified: true });
  await recordEvent(tx, member.id, 'email_verified', device);
}

/** The second step of a new password, as typed or as the browser answered. */
export type ResetSecondStep =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: AuthenticationResponseJSON };

/**
 * What a new password takes besides the mailed code or link (docs/decisions/0025-second-steps.md).
 * @returns no steps for a member who gets codes; `passkey`: options for the browser
 */
export async function beginResetSecondStep(context: AccountContext, claim: MailedClaim) {
  const member = await memberOfClaim(context, claim);
  if (!member.ok) return member;
  const steps = await resetStepsOf(context, member.value);
  const passkey = steps.includes('passkey')
    ? await askForPasskey(context, { purpose: 'reset', memberId: member.value.id })
    : null;
  return ok({ steps, passkey });
}

/**
 * Checks the second step. The ticket that it answers sets the password; what was mailed does not any
 * more without it. Codes are counted for whoever reads the mailbox, apart from what strangers and the
 * owner's devices try, so that none of them shuts the others out.
 */
export async function proveResetSecondStep(
  context: AccountContext,
  claim: MailedClaim,
  secondStep: ResetSecondStep,
  device: RequestDevice,
): Promise<Outcome<{ readonly ticket: string; readonly expiresAt: Date }>> {
  const found = await memberOfClaim(context, claim);
  if (!found.ok) return found;
  const refused = await check(context, found.value, secondStep, device);
  return refused ?? ok(await issueTicket(context, found.value, 'reset_second_step'));
}

const resetStepsOf = async (context: AccountContext, member: MemberRecord): Promise<ResetStep[]> =>
  resetSteps(await signInMethods(context, member));

async function check(
  context: AccountContext,
  member: MemberRecord,
  secondStep: ResetSecondStep,
  device: RequestDevice,
): Promise<Refusal | undefined> {
  if (secondStep.method === 'passkey') {
    const asked = { purpose: 'reset', memberId: member.id } as const;
    const holder = await checkPasskey(context, secondStep.response, asked);
    return holder ? undefined : err('user.passkey.not_accepted');
  }
  const budget = { kind: 'mailbox', memberId: member.id } as const;
  const outcome =
    secondStep.method === 'totp'
      ? await checkTotp(context, member.id, secondStep.code, budget)
      : await useRecoveryCode(context, member, secondStep.code, { budget, device });
  if (outcome === 'too_many') return err('too_many_attempts');
  if (outcome === 'right') return undefined;
  return err(
    secondStep.method === 'totp' ? 'user.totp.code_invalid' : 'user.recovery_code_invalid',
  );
}
