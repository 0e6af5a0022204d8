import { type ResetStep, resetSteps } from '@portal/shared-contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { type Err, err, type Outcome, ok } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import type { RequestDevice } from '../devices.ts';
import type { MemberRecord } from '../members.ts';
import { askForPasskey, checkPasskey } from '../second-factors/passkeys.ts';
import { signInMethods } from '../second-factors/sign-in-methods.ts';
import { checkTotp } from '../second-factors/totp.ts';
import { useRecoveryCode } from '../second-factors/use-recovery-code.ts';
import { type MailedClaim, memberOfClaim } from './reset-claim.ts';
import { issueTicket } from './tickets.ts';

/** The second step of a new password, as typed or as the browser answered. */
export type ResetProof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: AuthenticationResponseJSON };

/**
 * What a new password takes besides the mailed code or link (docs/decisions/0025-second-steps-without-codes.md).
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
  proof: ResetProof,
  device: RequestDevice,
): Promise<Outcome<{ readonly ticket: string; readonly expiresAt: Date }>> {
  const found = await memberOfClaim(context, claim);
  if (!found.ok) return found;
  const refused = await check(context, found.value, proof, device);
  return refused ?? ok(await issueTicket(context, found.value, 'reset_second_step'));
}

export const resetStepsOf = async (
  context: AccountContext,
  member: MemberRecord,
): Promise<ResetStep[]> => resetSteps(await signInMethods(context, member));

async function check(
  context: AccountContext,
  member: MemberRecord,
  proof: ResetProof,
  device: RequestDevice,
): Promise<Err | undefined> {
  if (proof.method === 'passkey') {
    const asked = { purpose: 'reset', memberId: member.id } as const;
    const holder = await checkPasskey(context, proof.response, asked);
    return holder ? undefined : err('user.passkey.not_accepted');
  }
  const budget = { kind: 'mailbox', memberId: member.id } as const;
  const outcome =
    proof.method === 'totp'
      ? await checkTotp(context, member.id, proof.code, budget)
      : await useRecoveryCode(context, member, proof.code, { budget, device });
  if (outcome === 'too_many') return err('too_many_attempts');
  if (outcome === 'right') return undefined;
  return err(proof.method === 'totp' ? 'user.totp.code_invalid' : 'user.recovery_code_invalid');
}
