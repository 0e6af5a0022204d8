import { useRecoveryCode } from '@portal/server-accounts/changes/not-me';
import type { CheckResult } from '@portal/server-accounts/second-step/limited-check';
import { askForPasskey, checkPasskey } from '@portal/server-accounts/second-step/passkeys';
import {
  recoveryReadyAt,
  waitsForMailbox,
} from '@portal/server-accounts/second-step/sign-in-methods';
import { checkTotp } from '@portal/server-accounts/second-step/totp';
import { askRecovery } from '@portal/server-accounts/settings/ask-recovery';
import type { MemberRecord } from '@portal/server-members/members';
import type { AttemptBudget } from '@portal/server-platform/limits/attempt-limit';
import type { Html, PageFrame } from '@portal/server-platform/pages/layout';
import {
  type CodeChannel,
  CodeSchema,
  maskEmail,
  maskPhone,
  type SecondStep,
} from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { ROUTES } from '../client.ts';
import { answerPage, localeOf } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import {
  SECOND_STEP_STATUS,
  type SecondStepProblem,
  type SecondStepView,
} from '../pages/second-step-page.ts';
import { parseCredential } from './passkey-step.ts';
import { goToPage, ownForm, type Page, type SignInDependencies, stepUrl } from './progress.ts';
import { isSent } from './sign-in-code.ts';

/** A member who shows who they are, in the second step of a sign-in or for an act. */
export type Proof = {
  readonly ctx: KoaContextWithOIDC;
  readonly interaction: Interaction;
  readonly member: MemberRecord;
  /** The ways of this member, in the order in which they are offered. */
  readonly methods: readonly SecondStep[];
};

type Answer = 'right' | SecondStepProblem;

export type SentCode = { readonly channel: CodeChannel; readonly resendAt: Date };

/** What became of a code, and which method is shown then. `work`: the browser does some first. */
export type Sending = {
  readonly kind: 'sent' | 'work' | 'refused' | 'tooSoon' | 'limited';
  readonly method: SecondStep;
  readonly seconds?: number;
};

type Flow<P extends Proof> = {
  /** The first page; those to send a code and to wait for the mailbox lie below it. */
  readonly page: string;
  readonly purpose: 'sign-in' | 'step-up';
  /** Undefined where there is nothing to prove here, which it has answered. */
  begin(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<P | undefined>;
  /** The code that is on its way. */
  sentCode(proof: P): Promise<SentCode | undefined>;
  /** In how many seconds the code of the shown method can be sent, if a limit keeps it back. */
  keptBack(proof: P, shown: SecondStep, present?: CodeChannel): Promise<number | undefined>;
  sendCode(
    proof: P,
    channel: CodeChannel,
    from: { readonly present: SecondStep; readonly form: URLSearchParams },
  ): Promise<Sending>;
  budgetOf(proof: P): AttemptBudget;
  /** Runs a check that no code of ours counts, within the limits of this flow. */
  withinLimits(
    proof: P,
    budget: AttemptBudget,
    problem: SecondStepProblem,
    check: () => Promise<CheckResult>,
  ): Promise<Answer>;
  checkSentCode(proof: P, code: string, budget: AttemptBudget): Promise<Answer>;
  answered(proof: P, method: SecondStep, result: Answer, form: URLSearchParams): Promise<unknown>;
  draw(
    frame: PageFrame,
    proof: P,
    view: Omit<SecondStepView, 'below'>,
    form?: URLSearchParams,
  ): Html;
};

/** The pages on which members show who they are by one of their methods: a code, an app or a passkey. */
export function proofPages<P extends Proof>(
  deps: SignInDependencies,
  flow: Flow<P>,
): Readonly<Record<string, Page>> {
  const { context } = deps;
  const recoverPage = `${flow.page}/recover`;
  return {
    [flow.page]: { GET: during(show), POST: during(submit) },
    [`${flow.page}/send`]: {
      // Loading the address again leads back to the page.
      GET: async (ctx, interaction) => goToPage(ctx, interaction, flow.page),
      POST: during(send),
    },
    [recoverPage]: { POST: during(recover) },
  };

  function during(work: (proof: P) => Promise<void>) {
    return async (ctx: KoaContextWithOIDC, interaction: Interaction): Promise<void> => {
      const proof = await flow.begin(ctx, interaction);
      if (proof) await work(proof);
    };
  }

  async function show(proof: P): Promise<void> {
    const { ctx, methods } = proof;
    const asked = methods.find((method) => method === ctx.query.method);
    const present = (await flow.sentCode(proof))?.channel;
    // Asking for another page sends no code, only its button does. Until then, show where a code was
    // sent, or else the first method.
    const isShown = asked && !(isSent(asked) && present !== asked);
    const shown = isShown ? asked : (present ?? methods[0] ?? 'email');
    const seconds = await flow.keptBack(proof, shown, present);
    await answer(proof, shown, seconds === undefined ? undefined : 'limited', { seconds });
  }

  async function submit(proof: P): Promise<void> {
    const { ctx, methods } = proof;
    const form = await ownForm(deps, ctx);
    const named = ctx.query.method ?? form?.get('method');
    const method = methods.find((one) => one === named) ?? methods[0] ?? 'email';
    if (!form) return answer(proof, method, 'foreign');
    const result = await check(proof, method, form);
    await flow.answered(proof, method, result, form);
    if (result !== 'right') await answer(proof, method, result, { form });
  }

  async function check(proof: P, method: SecondStep, form: URLSearchParams): Promise<Answer> {
    const { ctx, member } = proof;
    const budget = flow.budgetOf(proof);
    if (method === 'passkey') {
      return flow.withinLimits(proof, budget, 'passkeyRefused', async () => {
        const credential = parseCredential(form.get('credential') ?? '');
        const asked = { purpose: flow.purpose, memberId: member.id };
        return credential && (await checkPasskey(context, credential, asked)) ? 'right' : 'wrong';
      });
    }
    const typed = form.get('code')?.trim() ?? '';
    if (typed === '') return 'codeMissing';
    if (method === 'recovery_code') {
      return flow.withinLimits(proof, budget, 'codeWrong', () =>
        useRecoveryCode(context, member, typed, { budget, device: requestDevice(ctx.req) }),
      );
    }
    const code = v.safeParse(CodeSchema, typed);
    if (!code.success) return 'codeWrong';
    if (method !== 'totp') return flow.checkSentCode(proof, code.output, budget);
    return flow.withinLimits(proof, budget, 'codeWrong', () =>
      checkTotp(context, member.id, code.output, budget),
    );
  }

  /** Another code, or the first one by another channel. */
  async function send(proof: P): Promise<void> {
    const { ctx, interaction, methods } = proof;
    const form = await ownForm(deps, ctx);
    const channel = methods.filter(isSent).find((one) => one === form?.get('method'));
    const present = (await flow.sentCode(proof))?.channel ?? methods[0] ?? 'email';
    if (!form || !channel) return answer(proof, present, 'foreign');
    const { kind, method, seconds } = await flow.sendCode(proof, channel, { present, form });
    if (kind !== 'sent' && kind !== 'work') return answer(proof, method, kind, { seconds });
    goToPage(ctx, interaction, flow.page, { method, ...(kind === 'sent' && { sent: '1' }) });
  }

  /** A member who has lost everything but the mailbox asks to wait for it. */
  async function recover(proof: P): Promise<void> {
    const { ctx, interaction, member, methods } = proof;
    if (!(await ownForm(deps, ctx))) {
      return answer(proof, methods[0] ?? 'recovery_code', 'foreign');
    }
    await askRecovery(context, member.id, requestDevice(ctx.req));
    goToPage(ctx, interaction, flow.page);
  }

  /** @param more.seconds until another code may be sent; one that was sent before can still be entered */
  async function answer(
    proof: P,
    method: SecondStep,
    problem?: SecondStepProblem,
    { seconds, form }: { seconds?: number | undefined; form?: URLSearchParams } = {},
  ): Promise<void> {
    const { ctx, interaction, member, methods } = proof;
    const { uid, params } = interaction;
    const asked = { purpose: flow.purpose, memberId: member.id };
    const passkeyOptions = method === 'passkey' && (await askForPasskey(context, asked));
    const code = isSent(method) && (await flow.sentCode(proof));
    const view = {
      method,
      path: `${ROUTES.signIn}/${uid}${flow.page}`,
      others: methods.filter((one) => one !== method),
      ...(isSent(method) && {
        target: method === 'sms' ? maskPhone(member.phone ?? '') : maskEmail(member.email),
        resendIn: code ? secondsUntil(deps, code.resendAt) : 0,
        sent: ctx.query.sent === '1' && problem === undefined,
        unsent: !code,
      }),
      waitSeconds: seconds,
      ...(waitsForMailbox(member, methods) && {
        recovery: {
          action: stepUrl(uid, recoverPage, localeOf(ctx, params)),
          readyAt: recoveryReadyAt(member),
        },
      }),
      ...(passkeyOptions && { passkeyOptions }),
      ...(problem && { problem }),
    };
    if (seconds !== undefined) ctx.set('retry-after', String(seconds));
    const status = problem ? SECOND_STEP_STATUS[problem] : 200;
    const page = (frame: PageFrame) => flow.draw(frame, proof, view, form);
    await answerPage(ctx, context.config, status, page, params);
  }
}

export const secondsUntil = ({ context }: SignInDependencies, moment: Date): number =>
  Math.max(0, Math.ceil((moment.getTime() - context.clock.now().getTime()) / 1000));
