import { settleMailedPassword } from '@portal/server-accounts/password/credentials';
import { signInMethods } from '@portal/server-accounts/second-step/sign-in-methods';
import { findMemberById } from '@portal/server-members/members';
import { budgetOf, budgetSubject } from '@portal/server-platform/limits/attempt-limit';
import { countHit, forgetHits, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { type SecondStep, secondSteps } from '@portal/shared-contract';
import {
  limitSubject,
  messageNetwork,
  requestDetails,
  requestDevice,
} from '../http/request-details.ts';
import { secondStepPage, signInAsSomeoneElse } from '../pages/second-step-page.ts';
import type { Amr } from '../tokens/account-facts.ts';
import { completeSignIn } from './complete.ts';
import { knownDeviceOf } from './known-devices.ts';
import {
  changeProgress,
  goToPage,
  readProgress,
  type SignInDependencies,
  type Step,
  stepUrl,
} from './progress.ts';
import { type Proof, proofPages, secondsUntil } from './proof-pages.ts';
import { checkSignInCode, isSent, sendSignInCode, toProgress } from './sign-in-code.ts';

export const SECOND_STEP_PAGE = '/second-step';

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
type Attempt = Proof & { readonly state: SecondStepState };

/** Trust stands in for the second step after a password, and after nothing else. */
const mayTrust = ({ amr }: SecondStepState): boolean => amr === 'pwd';

/** The second step of a sign-in: a code that was sent, an app, a passkey or a recovery code. */
export function secondStep(deps: SignInDependencies) {
  const { context } = deps;
  return proofPages<Attempt>(deps, {
    page: SECOND_STEP_PAGE,
    purpose: 'sign-in',

    /** Only if the first step was completed in this browser a short while ago. */
    async begin(ctx, interaction) {
      const state = await readProgress(deps, ctx, interaction);
      if (state?.step !== 'second') return void goToPage(ctx, interaction, '');
      const member = await findMemberById(context, state.memberId);
      if (!member) {
        const { memberId } = state;
        return void (await completeSignIn(deps, ctx, interaction, { memberId, amr: [] }));
      }
      const methods = secondSteps(await signInMethods(context, member));
      return { ctx, interaction, state, member, methods };
    },

    async sentCode({ state: { sent } }) {
      return sent && { channel: sent.channel, resendAt: new Date(sent.resendAt) };
    },

    async keptBack({ state: { sent } }, shown) {
      const seconds = sent?.limited && secondsUntil(deps, new Date(sent.resendAt));
      return isSent(shown) && seconds ? seconds : undefined;
    },

    async sendCode({ ctx, interaction, state, member }, channel, { present, form }) {
      const sent = await sendSignInCode(context, member, channel, {
        device: knownDeviceOf(deps, ctx, member),
        asking: requestDevice(ctx.req),
        request: state.sent?.request,
        network: messageNetwork(ctx.req),
        work: form.get('work') ?? undefined,
      });
      const seconds = Math.max(1, secondsUntil(deps, sent.resendAt));
      if (sent.outcome === 'too_soon') return { kind: 'tooSoon', method: present, seconds };
      if (sent.outcome === 'refused') return { kind: 'refused', method: sent.channel };
      if (sent.outcome === 'limited') return { kind: 'limited', method: present, seconds };
      await changeProgress(deps, ctx, interaction, { ...state, sent: toProgress(sent) });
      return { kind: sent.outcome === 'sent' ? 'sent' : 'work', method: sent.channel };
    },

    budgetOf: ({ ctx, member }) =>
      budgetOf(member.id, knownDeviceOf(deps, ctx, member), limitSubject(ctx.req)),

    /** Counts an answer before checking it, so that parallel answers cannot exceed the limit. */
    async withinLimits(_attempt, budget, problem, check) {
      const subject = budgetSubject(budget);
      if (!(await countHit(context, WRONG_ANSWERS, subject)).allowed) return 'tooMany';
      const outcome = await check();
      if (outcome === 'right') await forgetHits(context, WRONG_ANSWERS, subject);
      if (outcome === 'too_many') return 'tooMany';
      return outcome === 'wrong' ? problem : outcome;
    },

    async checkSentCode({ member, state: { sent } }, code, budget) {
      // No code was sent to this browser, so no typed code can be right.
      if (sent?.request === undefined) return 'codeWrong';
      const { kind } = await checkSignInCode(context, member, code, {
        budget,
        request: sent.request,
      });
      if (kind === 'right') return 'right';
      return kind === 'too_many' ? 'tooMany' : 'codeWrong';
    },

    async answered({ ctx, interaction, state, member }, method, result, form) {
      context.work.signInTried(requestDetails(ctx.req).requestId, method, result);
      if (result !== 'right') return;
      // Whoever knows the password that was set by mail has shown something else as well.
      if (state.amr === 'pwd' && member.passwordMailedAt) {
        await settleMailedPassword(context, member.id);
      }
      await completeSignIn(deps, ctx, interaction, {
        memberId: member.id,
        amr: [state.amr, AMR[method], 'mfa'],
        trust: trusts(state, form) ? 'asked_for' : 'none',
      });
    },

    draw: (frame, { interaction, state }, view, form) =>
      secondStepPage(frame, {
        ...view,
        below: signInAsSomeoneElse(frame, stepUrl(interaction.uid, '', frame.locale)),
        ...(mayTrust(state) && { trust: { chosen: trusts(state, form) } }),
        ...(isSent(view.method) && {
          unsent: state.sent?.limited === true,
          work: state.sent?.channel === view.method ? state.sent.work : undefined,
        }),
      }),
  });
}

const trusts = (state: SecondStepState, form: URLSearchParams | undefined): boolean =>
  mayTrust(state) && form?.get('trust') === 'yes';
