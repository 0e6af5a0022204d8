import { findSentCode } from '@portal/server-accounts/codes/check-code';
import { askForPasskey } from '@portal/server-accounts/second-step/passkeys';
import {
  recoveryReadyAt,
  waitsForMailbox,
} from '@portal/server-accounts/second-step/sign-in-methods';
import { askRecovery } from '@portal/server-accounts/settings/ask-recovery';
import { sendMemberCode } from '@portal/server-accounts/settings/member-codes';
import { stepUpMethods } from '@portal/server-accounts/step-up/recorded-step-ups';
import { findMemberById } from '@portal/server-members/members';
import {
  type CodeChannel,
  maskEmail,
  maskPhone,
  type SecondStep,
  STEP_UP_CODES,
} from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import { answerPage, goTo, localeOf } from '../http/page.ts';
import { limitSubject, requestDevice } from '../http/request-details.ts';
import { problemPage } from '../pages/problem-page.ts';
import { SECOND_STEP_STATUS, type SecondStepProblem } from '../pages/second-step-page.ts';
import { stepUpPage, withoutStepUpPage } from '../pages/step-up-page.ts';
import {
  completePrompt,
  goToPage,
  ownForm,
  type SignInDependencies,
  stepUrl,
} from '../sign-in/progress.ts';
import { isSent } from '../sign-in/sign-in-code.ts';
import { prove, type StepUpAttempt } from './prove.ts';
import { actOf, provingSessionOf, STEP_UP_PAGE, STEP_UP_PROMPT } from './step-up-prompt.ts';

export const STEP_UP_SEND_PAGE = `${STEP_UP_PAGE}/send`;
export const STEP_UP_RECOVER_PAGE = `${STEP_UP_PAGE}/recover`;
export const STEP_UP_LEAVE_PAGE = `${STEP_UP_PAGE}/leave`;

type PresentCode = { readonly channel: CodeChannel; readonly resendAt: Date };
type Sending =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'tooSoon' | 'limited'; readonly seconds: number };

/** The pages to confirm an act, at the provider: a remote's script can read what is typed in the portal. */
export function stepUpStep(deps: SignInDependencies) {
  const { context, provider } = deps;
  const { config, clock } = context;

  return {
    page: { GET: during(show), POST: during(submit) },
    send: {
      // Loading the address again leads back to the page.
      GET: async (ctx: KoaContextWithOIDC, interaction: Interaction) =>
        goToPage(ctx, interaction, STEP_UP_PAGE),
      POST: during(send),
    },
    recover: { POST: during(recover) },
    leave: { GET: leave },
  };

  /** Runs `work` for the member whose session asked for the step-up, while that session lasts. */
  function during(work: (attempt: StepUpAttempt) => Promise<void>) {
    return async (ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> => {
      const act = actOf(interaction.params);
      const session =
        interaction.prompt.name === STEP_UP_PROMPT
          ? await provingSessionOf(context, interaction.session)
          : undefined;
      const member = session && (await findMemberById(context, session.memberId));
      if (!act || !session || !member || member.closedAt) {
        return answerPage(ctx, config, 400, (frame) => problemPage(frame, 'expired'));
      }
      const methods = await stepUpMethods(context, member);
      await work({ ctx, interaction, act, session, member, methods });
    };
  }

  /** A member who has nothing stronger than a code is sent one at once, as at the sign-in. */
  async function show(attempt: StepUpAttempt): Promise<void> {
    const { ctx, methods } = attempt;
    const [first] = methods;
    if (first === undefined) return answerWithoutStepUp(attempt);
    const present = await sentCodeOf(attempt);
    const asked = methods.find((method) => method === ctx.query.method);
    if (asked && !(isSent(asked) && present?.channel !== asked)) return answer(attempt, asked);
    if (present) return answer(attempt, present.channel);
    if (!isSent(first)) return answer(attempt, first);
    const sending = await sendCode(attempt, first);
    if (sending.kind === 'limited') return limited(attempt, first, sending.seconds);
    return answer(attempt, first);
  }

  async function submit(attempt: StepUpAttempt): Promise<void> {
    const { ctx, methods } = attempt;
    const form = await ownForm(deps, ctx);
    const named = ctx.query.method ?? form?.get('method');
    const method = methods.find((one) => one === named) ?? methods[0];
    if (method === undefined) return answerWithoutStepUp(attempt);
    if (!form) return answer(attempt, method, 'foreign');
    const result = await prove(context, attempt, method, form);
    if (result !== 'right') return answer(attempt, method, result);
    // Back to the page of the portal, with the step-up.
    await completePrompt(deps, ctx, STEP_UP_PROMPT);
  }

  /** Another code, or the first one by another channel. */
  async function send(attempt: StepUpAttempt): Promise<void> {
    const { ctx, interaction, methods } = attempt;
    const form = await ownForm(deps, ctx);
    const method = methods.filter(isSent).find((one) => one === form?.get('method'));
    const present = (await sentCodeOf(attempt))?.channel ?? methods[0];
    if (present === undefined) return answerWithoutStepUp(attempt);
    if (!form || !method) return answer(attempt, present, 'foreign');
    const sending = await sendCode(attempt, method);
    if (sending.kind === 'tooSoon') {
      ctx.set('retry-after', String(sending.seconds));
      return answer(attempt, present, 'tooSoon');
    }
    if (sending.kind === 'refused') return answer(attempt, method, 'refused');
    if (sending.kind === 'limited') return limited(attempt, method, sending.seconds);
    goToPage(ctx, interaction, STEP_UP_PAGE, { method, sent: '1' });
  }

  /** A member who has lost everything but the mailbox asks to wait for it. */
  async function recover(attempt: StepUpAttempt): Promise<void> {
    const { ctx, interaction, member, methods } = attempt;
    const form = await ownForm(deps, ctx);
    const [first] = methods;
    if (first === undefined) return answerWithoutStepUp(attempt);
    if (!form) return answer(attempt, first, 'foreign');
    await askRecovery(context, member.id, requestDevice(ctx.req));
    goToPage(ctx, interaction, STEP_UP_PAGE);
  }

  /** Back to the page of the portal without a step-up (RFC 6749 §4.1.2.1). */
  async function leave(ctx: KoaContextWithOIDC): Promise<void> {
    const denied = { error: 'access_denied', error_description: 'The member has not confirmed' };
    goTo(ctx, await provider().interactionResult(ctx.req, ctx.res, denied));
  }

  async function sendCode(attempt: StepUpAttempt, channel: CodeChannel): Promise<Sending> {
    const { ctx, interaction, act, member } = attempt;
    const sent = await sendMemberCode(context, member.id, {
      type: STEP_UP_CODES[act],
      channel,
      network: limitSubject(ctx.req),
      device: requestDevice(ctx.req),
      locale: localeOf(ctx, interaction.params),
    });
    if (sent.ok) return { kind: 'sent' };
    if (sent.error === 'user.send_code.mailbox_refused' || sent.error === 'user.send_code.error') {
      return { kind: 'refused' };
    }
    const seconds = Math.max(1, secondsUntil(sent.retryAt ?? clock.now()));
    return { kind: sent.error === 'too_many_attempts' ? 'tooSoon' : 'limited', seconds };
  }

  /** The code of this act that is on its way, to an address or number that the member still has. */
  async function sentCodeOf({
    act,
    member,
    methods,
  }: StepUpAttempt): Promise<PresentCode | undefined> {
    const sent = await findSentCode(context, { type: STEP_UP_CODES[act], subject: member.id });
    const channel = sent && (sent.target === member.email ? 'email' : 'sms');
    const isTheirs = sent?.target === member.email || sent?.target === member.phone;
    return sent && channel && isTheirs && methods.includes(channel)
      ? { channel, resendAt: sent.resendAt }
      : undefined;
  }

  function limited(attempt: StepUpAttempt, method: SecondStep, seconds: number): Promise<void> {
    attempt.ctx.set('retry-after', String(seconds));
    return answer(attempt, method, 'limited', seconds);
  }

  async function answer(
    attempt: StepUpAttempt,
    method: SecondStep,
    problem?: SecondStepProblem,
    waitSeconds?: number,
  ): Promise<void> {
    const { ctx, interaction, act, member, methods } = attempt;
    const { uid, params } = interaction;
    const asked = { purpose: 'step-up', memberId: member.id } as const;
    const passkeyOptions = method === 'passkey' && (await askForPasskey(context, asked));
    const sent = isSent(method) && (await sentCodeOf(attempt));
    await answerPage(
      ctx,
      config,
      problem ? SECOND_STEP_STATUS[problem] : 200,
      (frame) =>
        stepUpPage(frame, {
          act,
          method,
          path: `${ROUTES.signIn}/${uid}${STEP_UP_PAGE}`,
          leaveUrl: stepUrl(uid, STEP_UP_LEAVE_PAGE, localeOf(ctx, params)),
          others: methods.filter((one) => one !== method),
          ...(isSent(method) && {
            target: method === 'sms' ? maskPhone(member.phone ?? '') : maskEmail(member.email),
            resendIn: secondsUntil(sent ? sent.resendAt : clock.now()),
            sent: ctx.query.sent === '1' && problem === undefined,
            unsent: !sent,
          }),
          waitSeconds,
          ...(waitsForMailbox(member, methods) && {
            recovery: {
              action: stepUrl(uid, STEP_UP_RECOVER_PAGE, localeOf(ctx, params)),
              readyAt: recoveryReadyAt(member),
            },
          }),
          ...(passkeyOptions && { passkeyOptions }),
          ...(problem && { problem }),
        }),
      params,
    );
  }

  /** For a member who has no way yet: no confirmed address, no passkey, no app. */
  async function answerWithoutStepUp({ ctx, interaction, act }: StepUpAttempt) {
    const { uid, params } = interaction;
    const view = { act, leaveUrl: stepUrl(uid, STEP_UP_LEAVE_PAGE, localeOf(ctx, params)) };
    await answerPage(ctx, config, 200, (frame) => withoutStepUpPage(frame, view), params);
  }

  function secondsUntil(moment: Date): number {
    return Math.max(0, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000));
  }
}
