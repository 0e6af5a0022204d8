import type { StepUpMethod } from '@portal/shared-contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { AccountContext } from '../account-context.ts';
import { findMemberById } from '../members.ts';
import { askForPasskey, checkPasskey } from '../second-factors/passkeys.ts';
import { checkTotp } from '../second-factors/totp.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { type ProvingSession, proofMethods, recordProof } from './recent-proof.ts';

/** The ways in which a member can prove who they are, the strongest first. */
export async function proofMethodsOf(
  context: AccountContext,
  memberId: string,
): Promise<Outcome<StepUpMethod[]>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt) return err('auth.unauthorized');
  return ok(await proofMethods(context, member));
}

/** Returns the options for the browser to answer with one of the member's passkeys. */
export const beginPasskeyProof = (context: AccountContext, memberId: string) =>
  askForPasskey(context, { purpose: 'step-up', memberId });

export async function proveByPasskey(
  context: AccountContext,
  session: ProvingSession,
  response: AuthenticationResponseJSON,
): Promise<Outcome<Date>> {
  const asked = { purpose: 'step-up', memberId: session.memberId } as const;
  if (!(await checkPasskey(context, response, asked))) return err('user.passkey.not_accepted');
  return ok(await recordProof(context, session));
}

export async function proveByTotp(
  context: AccountContext,
  session: ProvingSession,
  code: string,
): Promise<Outcome<Date>> {
  const check = await checkTotp(context, session.memberId, code);
  if (check === 'too_many') return err('too_many_attempts');
  if (check === 'wrong') return err('user.totp.code_invalid');
  return ok(await recordProof(context, session));
}
