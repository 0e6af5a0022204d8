import { useRecoveryCode } from '@portal/server-accounts/changes/not-me';
import { settleMailedPassword } from '@portal/server-accounts/password/credentials';
import type { CheckResult } from '@portal/server-accounts/second-step/limited-check';
import {
  recoveryReadyAt,
  signInMethods,
  waitsForMailbox,
} from '@portal/server-accounts/second-step/sign-in-methods';
import { checkTotp } from '@portal/server-accounts/second-step/totp';
import { askRecovery } from '@portal/server-accounts/settings/ask-recovery';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import {
  type AttemptBudget,
  budgetOf,
  budgetSubject,
} from '@portal/server-platform/limits/attempt-limit';
import { countHit, forgetHits, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import {
  CodeSchema,
  maskEmail,
  maskPhone,
  type SecondStep,
  secondSteps,
} from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import { answerPage, localeOf } from '../http/page.ts';
import {
  limitSubject,
  messageNetwork,
  requestDetails,
  requestDevice,
} from '../http/request-details.ts';
import {
  SECOND_STEP_STATUS,
  type SecondStepProblem,
  secondStepPage,
  signInAsSomeoneElse,
} from '../pages/second-step-page.ts';
import type { Amr } from '../tokens/account-facts.ts';
import { completeSignIn } from './complete.ts';
import { knownDeviceOf } from './known-devices.ts';
import { askForPasskey, checkPasskey } from './passkey-step.ts';
import {
  changeProgress,
  goToPage,
  ownForm,
  readProgress,
  type SignInDependencies,
  type Step,
  stepUrl,
} from './progress.ts';
import { checkSignInCode, isSent, sendSignInCode, toProgress } from './sign-in-code.ts';

export const SECOND_STEP_PAGE = '/second-step';
export const SEND_PAGE = '/second-step/send';
export const RECOVER_PAGE = '/second-step/recover';

/**
 * The limit of wrong answers per day, for all methods together, because anybody at this step knows
 * the password already. A known device counts for itself and all strangers together, as in
 * `attempt-limit.ts`. Codes that we send are counted where they are checked.
 */
const WRONG_ANSWERS: RateLimit = {
  name: 'second-step:wrong',
  limit: 20,
  windowMs: 24 * 60 * 60 * 1000,
};
const AMR: Record<SecondStep, Amr> = {
  email: 'otp',
  sms: 'sms',
  totp: 'otp',
  passkey: 'pop',
  recovery_code: 'otp',
};

type SecondStepState = Extract<Step, { step: 'second' }>;
type Attempt = {
  readonly ctx: KoaContextWithOIDC;
  readonly interaction: Interaction;
  readonly state: SecondStepState;
  readonly member: MemberRecord;
  /** The methods that this member may use, in the order in which they are offered. */
  readonly methods: readonly SecondStep[];
};
type Answer = 'right' | SecondStepProblem;

/** Trust stands in for the second step after a password, and after nothing else. */
const mayTrust = ({ amr }: SecondStepState): boolean => amr === 'pwd';

/** The second step of a sign-in: a code that was sent, an app, a passkey or a recovery code. */
export function secondStep(deps: SignInDependencies) {
  const { context } = deps;
  const { config, clock } = context;

  return {
    page: { GET: during(show), POST: during(submit) },
    send: {
      // Loading the address again leads back to the page.
      GET: async (ctx: KoaContextWithOIDC, interaction: Interaction) =>
        goToPage(ctx, interaction, SECOND_STEP_PAGE),
      POST: during(send),
    },
    recover: { POST: during(recover) },
  };

  /** Runs `work` only if the first step was completed in this browser a short while ago. */
  function during(work: (attempt: Attempt) => Promise<void>) {
    return async (ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> => {
      const state = await readProgress(deps, ctx, interaction);
      if (state?.step !== 'second') return goToPage(ctx, interaction, '');
      const member = await findMemberById(context, state.memberId);
      if (!member) {
        return completeSignIn(deps, ctx, interaction, { memberId: state.memberId, amr: [] });
      }
      const methods = secondSteps(await signInMethods(context, member));
      await work({ ctx, interaction, state, member, methods });
    };
  }

  async function show(attempt: Attempt): Promise<void> {
    const { ctx, methods, state } = attempt;
    const asked = methods.find((method) => method === ctx.query.method);
    // Opening a page sends no code, only its button does. Until then, show where a code was sent, or
    // else the first method that needs none.
    const shown =
      asked && !(isSent(asked) && state.sent?.channel !== asked)
        ? asked
        : (state.sent?.channel ?? methods[0] ?? 'email');
    const waits = isSent(shown) && state.sent?.limited && secondsUntil(state.sent.resendAt) > 0;
    if (waits && state.sent) return limited(attempt, shown, state.sent.resendAt);
    await answer(attempt, shown, undefined, { sent: ctx.query.sent === '1' });
  }

  async function submit(attempt: Attempt): Promise<void> {
    const { ctx, interaction, state, member, methods } = attempt;
    const form = await ownForm(deps, ctx);
    const named = ctx.query.method ?? form?.get('method');
    const method = methods.find((one) => one === named) ?? methods[0] ?? 'email';
    if (!form) return answer(attempt, method, 'foreign');
    const result = await check(attempt, method, form);
    const { requestId } = requestDetails(ctx.req);
    context.work.signInTried(requestId, method, result);
    const trusts = mayTrust(state) && form.get('trust') === 'yes';
    if (result !== 'right') return answer(attempt, method, result, { trusts });
    // Whoever knows the password that was set by mail has shown something else as well.
    if (state.amr === 'pwd' && member.passwordMailedAt) {
      await settleMailedPassword(context, member.id);
    }

    await completeSignIn(deps, ctx, interaction, {
      memberId: member.id,
      amr: [state.amr, AMR[method], 'mfa'],
      trust: trusts ? 'asked_for' : 'none',
    });
  }

  async function check({ ctx, member, state }: Attempt, method: SecondStep, form: URLSearchParams) {
    const budget = budgetOf(member.id, knownDeviceOf(deps, ctx, member), limitSubject(ctx.req));
    if (method === 'passkey') {
      return counted(budget, 'passkeyRefused', async () => {
        const holder = await checkPasskey(context, form.get('credential') ?? '', member.id);
        return holder ? 'right' : 'wrong';
      });
    }
    const typed = form.get('code')?.trim() ?? '';
    if (typed === '') return 'codeMissing';
    if (method === 'recovery_code') {
      return counted(budget, 'codeWrong', () =>
        useRecoveryCode(context, member, typed, { budget, device: requestDevice(ctx.req) }),
      );
    }
    const code = v.safeParse(CodeSchema, typed);
    if (!code.success) return 'codeWrong';
    if (method === 'totp') {
      return counted(budget, 'codeWrong', () => checkTotp(context, member.id, code.output, budget));
    }
    const request = state.sent?.request;
    // No code was sent to this browser, so no typed code can be right.
    if (request === undefined) return 'codeWrong';
    const claim = { budget, request };
    const { kind } = await checkSignInCode(context, member, code.output, claim);
    if (kind === 'right') return 'right';
    return kind === 'too_many' ? 'tooMany' : 'codeWrong';
  }

  /** Counts an answer before checking it, so that parallel answers cannot exceed the limit. */
  async function counted(
    budget: AttemptBudget,
    problem: SecondStepProblem,
    checkOnce: () => Promise<CheckResult>,
  ): Promise<Answer> {
    const subject = budgetSubject(budget);
    if (!(await countHit(context, WRONG_ANSWERS, subject)).allowed) return 'tooMany';
    const outcome = await checkOnce();
    if (outcome === 'right') await forgetHits(context, WRONG_ANSWERS, subject);
    if (outcome === 'too_many') return 'tooMany';
    if (outcome === 'unreadable') return 'unreadable';
    return outcome === 'right' ? 'right' : problem;
  }

  /** Another code, or the first one by another channel. */
  async function send(attempt: Attempt): Promise<void> {
    const { ctx, interaction, state, member, methods } = attempt;
    const form = await ownForm(deps, ctx);
    const method = methods.filter(isSent).find((one) => one === form?.get('method'));
    const present = state.sent?.channel ?? methods[0] ?? 'email';
    if (!form || !method) return answer(attempt, present, 'foreign');
    const sent = await sendSignInCode(context, member, method, {
      device: knownDeviceOf(deps, ctx, member),
      asking: requestDevice(ctx.req),
      request: state.sent?.request,
      network: messageNetwork(ctx.req),
      work: form.get('work') ?? undefined,
    });
    if (sent.outcome === 'too_soon') {
      const seconds = secondsUntil(sent.resendAt.getTime());
      ctx.set('retry-after', String(Math.max(1, seconds)));
      return answer(attempt, present, 'tooSoon');
    }
    if (sent.outcome === 'refused') return answer(attempt, sent.channel, 'refused');
    if (sent.outcome === 'limited') return limited(attempt, present, sent.resendAt.getTime());
    await changeProgress(deps, ctx, interaction, { ...state, sent: toProgress(sent) });
    const isSentNow = sent.outcome === 'sent' && { sent: '1' };
    goToPage(ctx, interaction, SECOND_STEP_PAGE, { method: sent.channel, ...isSentNow });
  }

  /** A member who has lost everything but the mailbox asks to wait for it. */
  async function recover(attempt: Attempt): Promise<void> {
    const { ctx, interaction, member, methods } = attempt;
    const form = await ownForm(deps, ctx);
    if (!form) return answer(attempt, methods[0] ?? 'recovery_code', 'foreign');
    await askRecovery(context, member.id, requestDevice(ctx.req));
    goToPage(ctx, interaction, SECOND_STEP_PAGE);
  }

  /** No code may be sent until a time; a code that was sent before can still be entered. */
  function limited(attempt: Attempt, method: SecondStep, until: number): Promise<void> {
    const seconds = Math.max(1, secondsUntil(until));
    attempt.ctx.set('retry-after', String(seconds));
    return answer(attempt, method, 'limited', { waitSeconds: seconds });
  }

  async function answer(
    { ctx, interaction, state, member, methods }: Attempt,
    method: SecondStep,
    problem?: SecondStepProblem,
    {
      sent = false,
      waitSeconds,
      trusts = false,
    }: { sent?: boolean; waitSeconds?: number; trusts?: boolean } = {},
  ): Promise<void> {
    const { uid, params } = interaction;
    const path = `${ROUTES.signIn}/${uid}${SECOND_STEP_PAGE}`;
    const passkeyOptions = method === 'passkey' && (await askForPasskey(context, member.id));
    await answerPage(
      ctx,
      config,
      problem ? SECOND_STEP_STATUS[problem] : 200,
      (frame) =>
        secondStepPage(frame, {
          method,
          path,
          below: signInAsSomeoneElse(frame, stepUrl(uid, '', frame.locale)),
          others: methods.filter((one) => one !== method),
          ...(mayTrust(state) && { trust: { chosen: trusts } }),
          ...(isSent(method) && {
            target: method === 'sms' ? maskPhone(member.phone ?? '') : maskEmail(member.email),
            resendIn: secondsUntil(state.sent?.resendAt ?? 0),
            sent,
            unsent: state.sent?.limited === true,
            work: state.sent?.channel === method ? state.sent.work : undefined,
          }),
          waitSeconds,
          ...(waitsForMailbox(member, methods) && {
            recovery: {
              action: stepUrl(uid, RECOVER_PAGE, localeOf(ctx, params)),
              readyAt: recoveryReadyAt(member),
            },
          }),
          ...(passkeyOptions && { passkeyOptions }),
          ...(problem && { problem }),
        }),
      params,
    );
  }

  function secondsUntil(moment: number): number {
    return Math.max(0, Math.ceil((moment - clock.now().getTime()) / 1000));
  }
}
