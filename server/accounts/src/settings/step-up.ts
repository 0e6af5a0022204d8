import type { AccountContext, ProvingSession } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { findMemberById } from '@portal/server-members/members';
import type { AttemptBudget } from '@portal/server-platform/limits/attempt-limit';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import type { Act } from '@portal/shared-contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { useRecoveryCode } from '../changes/not-me.ts';
import { askForPasskey, checkPasskey } from '../second-step/passkeys.ts';
import { checkTotp } from '../second-step/totp.ts';
import { recordStepUp } from '../step-up/recorded-step-ups.ts';

/** Returns the options for the browser to answer with one of the member's passkeys. */
export const beginPasskeyStepUp = (context: AccountContext, memberId: string) =>
  askForPasskey(context, { purpose: 'step-up', memberId });

export async function proveByPasskey(
  context: AccountContext,
  session: ProvingSession,
  act: Act,
  response: AuthenticationResponseJSON,
): Promise<Outcome<Date>> {
  const asked = { purpose: 'step-up', memberId: session.memberId } as const;
  if (!(await checkPasskey(context, response, asked))) return err('user.passkey.not_accepted');
  return ok(await recordStepUp(context, session, act));
}

export async function proveByTotp(
  context: AccountContext,
  session: ProvingSession,
  act: Act,
  code: string,
): Promise<Outcome<Date>> {
  const check = await checkTotp(context, session.memberId, code, budgetOf(session));
  if (check === 'too_many') return err('too_many_attempts');
  if (check !== 'right') return err('user.totp.code_invalid');
  return ok(await recordStepUp(context, session, act));
}

/**
 * Takes one of the member's recovery codes, which stand in for a mailbox or a device that is lost.
 */
export async function proveByRecoveryCode(
  context: AccountContext,
  session: ProvingSession & { readonly device: RequestDevice },
  act: Act,
  code: string,
): Promise<Outcome<Date>> {
  const member = await findMemberById(context, session.memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  const how = { budget: budgetOf(session), device: session.device };
  const check = await useRecoveryCode(context, member, code, how);
  if (check === 'too_many') return err('too_many_attempts');
  if (check !== 'right') return err('user.recovery_code_invalid');
  return ok(await recordStepUp(context, session, act));
}

/** What a session guesses counts for it alone, so that strangers cannot use up its tries. */
const budgetOf = ({ memberId, sessionUid }: ProvingSession): AttemptBudget => ({
  kind: 'session',
  memberId,
  sessionUid,
});
