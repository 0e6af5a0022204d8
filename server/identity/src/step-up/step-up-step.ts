import { findSentCode } from '@portal/server-accounts/codes/check-code';
import { sendMemberCode, verifyMemberCode } from '@portal/server-accounts/settings/member-codes';
import { recordStepUp, stepUpMethods } from '@portal/server-accounts/step-up/recorded-step-ups';
import type { ProvingSession } from '@portal/server-members/account-context';
import { findMemberById } from '@portal/server-members/members';
import {
  type Act,
  type CodeChannel,
  type SecondStep,
  STEP_UP_CODES,
} from '@portal/shared-contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, goTo, localeOf } from '../http/page.ts';
import { limitSubject, requestDevice } from '../http/request-details.ts';
import { problemPage } from '../pages/problem-page.ts';
import { stepUpPage, withoutStepUpPage } from '../pages/step-up-page.ts';
import {
  completePrompt,
  type Page,
  type SignInDependencies,
  stepUrl,
} from '../sign-in/progress.ts';
import {
  type Proof,
  proofPages,
  type Sending,
  type SentCode,
  secondsUntil,
} from '../sign-in/proof-pages.ts';
import { isSent } from '../sign-in/sign-in-code.ts';
import { actOf, provingSessionOf, STEP_UP_PAGE, STEP_UP_PROMPT } from './step-up-prompt.ts';

const LEAVE_PAGE = `${STEP_UP_PAGE}/leave`;

/** A member who is asked for a step-up of an act. */
type StepUpAttempt = Proof & { readonly act: Act; readonly session: ProvingSession };

/** The pages to confirm an act, at the provider: a remote's script can read what is typed in the portal. */
export function stepUpStep(deps: SignInDependencies): Readonly<Record<string, Page>> {
  const { context, provider } = deps;
  const { config, clock } = context;
  const pages = proofPages<StepUpAttempt>(deps, {
    page: STEP_UP_PAGE,
    purpose: 'step-up',

    /** Only for the member whose session asked for the step-up, while that session lasts. */
    async begin(ctx, interaction) {
      const { params, prompt, uid } = interaction;
      const act = actOf(params);
      const session =
        prompt.name === STEP_UP_PROMPT
          ? await provingSessionOf(context, interaction.session)
          : undefined;
      const member = session && (await findMemberById(context, session.memberId));
      if (!act || !session || !member || member.closedAt) {
        return void (await answerPage(ctx, config, 400, (frame) => problemPage(frame, 'expired')));
      }
      const methods = await stepUpMethods(context, member);
      if (methods.length > 0) return { ctx, interaction, act, session, member, methods };
      // There is no way yet: no confirmed address, no passkey, no app.
      const view = { act, leaveUrl: stepUrl(uid, LEAVE_PAGE, localeOf(ctx, params)) };
      const page = (frame: Parameters<typeof withoutStepUpPage>[0]) =>
        withoutStepUpPage(frame, view);
      return void (await answerPage(ctx, config, 200, page, params));
    },

    sentCode,

    /** A member who has nothing stronger than a code is sent one at once, as at the sign-in. */
    async keptBack(attempt, shown, present) {
      if (!isSent(shown) || present) return undefined;
      const { kind, seconds } = await sendCode(attempt, shown);
      return kind === 'limited' ? seconds : undefined;
    },

    sendCode,

    // What a session guesses counts for it alone, so that strangers cannot use up its tries.
    budgetOf: ({ session: { memberId, sessionUid } }) => ({
      kind: 'session',
      memberId,
      sessionUid,
    }),

    async withinLimits({ session, act }, _budget, problem, check) {
      const outcome = await check();
      if (outcome === 'right') await recordStepUp(context, session, act);
      if (outcome === 'too_many') return 'tooMany';
      return outcome === 'right' ? 'right' : problem;
    },

    async checkSentCode({ ctx, act, session }, code) {
      const claim = { type: STEP_UP_CODES[act], code };
      const device = requestDevice(ctx.req);
      const verified = await verifyMemberCode(context, { ...session, device }, claim);
      if (verified.ok) return 'right';
      return verified.error === 'too_many_attempts' ? 'tooMany' : 'codeWrong';
    },

    /** Back to the page of the portal, with the step-up. */
    answered: async ({ ctx }, _method, result) =>
      result === 'right' && completePrompt(deps, ctx, STEP_UP_PROMPT),

    draw: (frame, { ctx, interaction: { uid, params }, act }, view) => {
      const leaveUrl = stepUrl(uid, LEAVE_PAGE, localeOf(ctx, params));
      return stepUpPage(frame, { ...view, act, leaveUrl });
    },
  });
  return { ...pages, [LEAVE_PAGE]: { GET: leave } };

  /** Back to the page of the portal without a step-up (RFC 6749 §4.1.2.1). */
  async function leave(ctx: KoaContextWithOIDC): Promise<void> {
    const denied = { error: 'access_denied', error_description: 'The member has not confirmed' };
    goTo(ctx, await provider().interactionResult(ctx.req, ctx.res, denied));
  }

  async function sendCode(
    { ctx, interaction, act, member }: StepUpAttempt,
    channel: CodeChannel,
    { present }: { readonly present: SecondStep } = { present: channel },
  ): Promise<Sending> {
    const sent = await sendMemberCode(context, member.id, {
      type: STEP_UP_CODES[act],
      channel,
      network: limitSubject(ctx.req),
      device: requestDevice(ctx.req),
      locale: localeOf(ctx, interaction.params),
    });
    if (sent.ok) return { kind: 'sent', method: channel };
    if (sent.error === 'user.send_code.mailbox_refused' || sent.error === 'user.send_code.error') {
      return { kind: 'refused', method: channel };
    }
    const seconds = Math.max(1, secondsUntil(deps, sent.retryAt ?? clock.now()));
    if (sent.error !== 'too_many_attempts') return { kind: 'limited', method: channel, seconds };
    return { kind: 'tooSoon', method: present, seconds };
  }

  /** The code of this act that is on its way, to an address or number that the member still has. */
  async function sentCode({ act, member, methods }: StepUpAttempt): Promise<SentCode | undefined> {
    const sent = await findSentCode(context, { type: STEP_UP_CODES[act], subject: member.id });
    const channel = sent?.target === member.email ? 'email' : 'sms';
    const isTheirs = sent?.target === member.email || sent?.target === member.phone;
    return sent && isTheirs && methods.includes(channel)
      ? { channel, resendAt: sent.resendAt }
      : undefined;
  }
}
