import { useRecoveryCode } from '@portal/server-accounts/changes/not-me';
import type { CheckResult } from '@portal/server-accounts/second-step/limited-check';
import { checkPasskey } from '@portal/server-accounts/second-step/passkeys';
import { checkTotp } from '@portal/server-accounts/second-step/totp';
import { verifyMemberCode } from '@portal/server-accounts/settings/member-codes';
import { recordStepUp } from '@portal/server-accounts/step-up/recorded-step-ups';
import type { AccountContext, ProvingSession } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import { type Act, CodeSchema, type SecondStep, STEP_UP_CODES } from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { requestDevice } from '../http/request-details.ts';
import type { SecondStepProblem } from '../pages/second-step-page.ts';
import { parseCredential } from '../sign-in/passkey-step.ts';

export type StepUpAttempt = {
  readonly ctx: KoaContextWithOIDC;
  readonly interaction: Interaction;
  readonly act: Act;
  readonly session: ProvingSession;
  readonly member: MemberRecord;
  /** The ways of this member, in the order in which they are offered. */
  readonly methods: readonly SecondStep[];
};

/** Checks what the member has entered, and records the step-up of the act if it is right. */
export async function prove(
  context: AccountContext,
  { ctx, act, session, member }: StepUpAttempt,
  method: SecondStep,
  form: URLSearchParams,
): Promise<'right' | SecondStepProblem> {
  const { memberId, sessionUid } = session;
  const device = requestDevice(ctx.req);
  // What a session guesses counts for it alone, so that strangers cannot use up its tries.
  const budget = { kind: 'session', memberId, sessionUid } as const;
  if (method === 'passkey') {
    const credential = parseCredential(form.get('credential') ?? '');
    const asked = { purpose: 'step-up', memberId } as const;
    const isRight = credential && (await checkPasskey(context, credential, asked));
    return isRight ? recorded('right') : 'passkeyRefused';
  }
  const typed = form.get('code')?.trim() ?? '';
  if (typed === '') return 'codeMissing';
  if (method === 'recovery_code') {
    return recorded(await useRecoveryCode(context, member, typed, { budget, device }));
  }
  const code = v.safeParse(CodeSchema, typed);
  if (!code.success) return 'codeWrong';
  if (method === 'totp') return recorded(await checkTotp(context, memberId, code.output, budget));
  const claim = { type: STEP_UP_CODES[act], code: code.output };
  const verified = await verifyMemberCode(context, { ...session, device }, claim);
  if (verified.ok) return 'right';
  return verified.error === 'too_many_attempts' ? 'tooMany' : 'codeWrong';

  async function recorded(check: CheckResult): Promise<'right' | SecondStepProblem> {
    if (check === 'right') await recordStepUp(context, session, act);
    if (check === 'too_many') return 'tooMany';
    return check === 'right' ? 'right' : 'codeWrong';
  }
}
