import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { answerPage, localeOf } from '../http/page.ts';
import type { LineClient } from '../line/line-client.ts';
import { endedSignUpPage } from '../line/line-pages.ts';
import { signUpStateOf, TO_LINE } from '../line/line-sign-up.ts';
import { goToLine, LINE_PAGE, lineNoticeOf } from '../line/line-step.ts';
import type { LineTransactions } from '../line/line-transactions.ts';
import { completeSignIn } from '../sign-in/complete.ts';
import { takeFreshSignUp } from '../sign-in/fresh-sign-up.ts';
import { type SignInDependencies, stepUrl } from '../sign-in/progress.ts';

type Step = (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void>;

/**
 * The first page of a sign-in. A member who has just signed up is signed in at once.
 * A sign-up with LINE goes to LINE, or says why that failed. Everybody else gets the sign-in form.
 */
export function startPage(
  deps: SignInDependencies,
  askForPassword: Step,
  connections: { readonly line: LineClient; readonly transactions: LineTransactions } | undefined,
): Step {
  return async (ctx, interaction) => {
    const { uid, params } = interaction;
    const fresh = await takeFreshSignUp(deps, ctx, interaction);
    if (fresh) {
      return completeSignIn(deps, ctx, interaction, { memberId: fresh.memberId, amr: ['otp'] });
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
