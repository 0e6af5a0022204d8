import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { LineClient } from '../connections/line-client.ts';
import type { LineTransactions } from '../connections/line-transactions.ts';
import { answerPage, localeOf } from '../http/page.ts';
import { endedSignUpPage } from '../pages/line-pages.ts';
import { completeSignIn } from './complete.ts';
import { signUpStateOf, TO_LINE } from './line-sign-up.ts';
import { goToLine, LINE_PAGE, lineNoticeOf } from './line-step.ts';
import { type SignInDependencies, stepUrl } from './progress.ts';
import { takeSignUpProof } from './sign-up-proof.ts';

type Step = (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void>;

/**
 * The first page of a sign-in. A member who has just signed up is signed in at once (product §10.27).
 * A sign-up with LINE goes to LINE, or says why that failed. Everybody else gets the sign-in form.
 */
export function startPage(
  deps: SignInDependencies,
  askForPassword: Step,
  connections: { readonly line: LineClient; readonly transactions: LineTransactions } | undefined,
): Step {
  return async (ctx, interaction) => {
    const { uid, params } = interaction;
    const proof = await takeSignUpProof(deps, ctx, interaction);
    if (proof) {
      return completeSignIn(deps, ctx, interaction, { memberId: proof.memberId, amr: ['otp'] });
    }
    if (connections && ctx.search === TO_LINE) {
      return goToLine(deps, connections, ctx, interaction);
    }
    const ended = signUpStateOf(params) !== undefined && lineNoticeOf(ctx);
    if (!ended) return askForPassword(ctx, interaction);
    const pageAt = (page: string) => stepUrl(uid, page, localeOf(ctx, params));
    const view = { ended, signInUrl: pageAt(''), lineUrl: pageAt(LINE_PAGE) };
    await answerPage(
      ctx,
      deps.context.config,
      200,
      (frame) => endedSignUpPage(frame, view),
      params,
    );
  };
}
