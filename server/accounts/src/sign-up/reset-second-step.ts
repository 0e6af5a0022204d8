import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import type { MemberRecord } from '@portal/server-members/members';
import { type Err, err, type Outcome, ok } from '@portal/server-platform/outcome';
import { type ResetStep, resetSteps } from '@portal/shared-contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { useRecoveryCode } from '../changes/use-recovery-code.ts';
import { askForPasskey, checkPasskey } from '../second-step/passkeys.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import { checkTotp } from '../second-step/totp.ts';
import { type MailedClaim, memberOfClaim } from './reset-claim.ts';
import { issueTicket } from './tickets.ts';

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

export const resetStepsOf = async (
  context: AccountContext,
  member: MemberRecord,
): Promise<ResetStep[]> => resetSteps(await signInMethods(context, member));

async function check(
  context: AccountContext,
  member: MemberRecord,
  secondStep: ResetSecondStep,
  device: RequestDevice,
): Promise<Err | undefined> {
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
