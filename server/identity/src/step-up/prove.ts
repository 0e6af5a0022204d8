import { verifyMemberCode } from '@portal/server-accounts/settings/member-codes';
import {
  proveByPasskey,
  proveByRecoveryCode,
  proveByTotp,
} from '@portal/server-accounts/settings/step-up';
import type { AccountContext, ProvingSession } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import type { Outcome } from '@portal/server-platform/outcome';
import {
  type Act,
  CodeSchema,
  type ErrorCode,
  type SecondStep,
  STEP_UP_CODES,
} from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { requestDevice } from '../http/request-details.ts';
import type { SecondStepProblem } from '../pages/second-step-page.ts';
import { parseCredential } from '../sign-in/passkey-step.ts';

/** A member who is asked for a step-up of an act. */
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
  { ctx, act, session }: StepUpAttempt,
  method: SecondStep,
  form: URLSearchParams,
): Promise<'right' | SecondStepProblem> {
  const proving = { ...session, device: requestDevice(ctx.req) };
  if (method === 'passkey') {
    const credential = parseCredential(form.get('credential') ?? '');
    if (!credential) return 'passkeyRefused';
    return answerTo(await proveByPasskey(context, proving, act, credential), 'passkeyRefused');
  }
  const typed = form.get('code')?.trim() ?? '';
  if (typed === '') return 'codeMissing';
  if (method === 'recovery_code') {
    return answerTo(await proveByRecoveryCode(context, proving, act, typed));
  }
  const code = v.safeParse(CodeSchema, typed);
  if (!code.success) return 'codeWrong';
  if (method === 'totp') return answerTo(await proveByTotp(context, proving, act, code.output));
  const claim = { type: STEP_UP_CODES[act], code: code.output };
  return answerTo(await verifyMemberCode(context, proving, claim));
}

function answerTo(
  outcome: Outcome<unknown>,
  problem: SecondStepProblem = 'codeWrong',
): 'right' | SecondStepProblem {
  if (outcome.ok) return 'right';
  const tooMany: ErrorCode = 'too_many_attempts';
  return outcome.error === tooMany ? 'tooMany' : problem;
}
