import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { LineClient } from '../connections/line-client.ts';
import type { LineTrips } from '../connections/line-cookie.ts';
import { answerPage, localeOf } from '../http/page.ts';
import { endedSignUpPage } from '../pages/connect-page.ts';
import { type SignInDoor, stepUrl } from './attempt.ts';
import { finishSignIn } from './finish.ts';
import { signUpStateOf, TO_LINE } from './line-sign-up.ts';
import { goToLine, LINE_PAGE, lineNoticeOf } from './line-step.ts';
import { forgetSignUpProof, signUpProofOf } from './sign-up-proof.ts';

type Step = (ctx: KoaContextWithOIDC, interaction: Interaction) => Promise<void>;

/**
 * Where a sign-in begins: whoever has just signed up is asked nothing, whoever signs up with LINE goes
 * there or hears how that ended, and everybody else is asked for a password.
 */
export function firstPage(
  door: SignInDoor,
  askForPassword: Step,
  connections: { readonly line: LineClient; readonly trips: LineTrips } | undefined,
): Step {
  return async (ctx, interaction) => {
    const { uid, params } = interaction;
    const proof = signUpProofOf(door, ctx, interaction);
    if (proof) {
      forgetSignUpProof(door, ctx);
      return finishSignIn(door, ctx, interaction, { memberId: proof.memberId, amr: ['otp'] });
    }
    if (connections && ctx.search === TO_LINE) {
      return goToLine(door, connections, ctx, interaction);
    }
    const ended = signUpStateOf(params) !== undefined && lineNoticeOf(ctx);
    if (!ended) return askForPassword(ctx, interaction);
    const pageAt = (page: string) => stepUrl(uid, page, localeOf(ctx, params));
    const view = { ended, signInUrl: pageAt(''), lineUrl: pageAt(LINE_PAGE) };
    await answerPage(
      ctx,
      door.context.config,
      200,
      (frame) => endedSignUpPage(frame, view),
      params,
    );
  };
}
