import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { recordEvent } from '../../domain/events.ts';
import { findMemberById } from '../../domain/members.ts';
import { type Amr, acrOf } from '../authentication-context.ts';
import { answerPage } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import { closedAccountPage } from '../pages/problem-page.ts';
import { rememberDevice } from './known-devices.ts';
import { clearProgress, goTo, type SignInDependencies } from './progress.ts';

/** Signs the member in and returns to the portal. A closed account gets an explanation (product §10.23). */
export async function completeSignIn(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  { memberId, amr }: { readonly memberId: string; readonly amr: readonly Amr[] },
): Promise<void> {
  const { context, provider } = deps;
  const member = await findMemberById(context, memberId);
  clearProgress(deps, ctx, interaction);
  if (!member || member.cancelledAt) {
    return answerPage(ctx, context.config, 403, closedAccountPage, interaction.params);
  }
  rememberDevice(deps, ctx, member.id);
  await recordEvent(context, member.id, 'signed_in', requestDevice(ctx.req));
  const continueAt = await provider().interactionResult(
    ctx.req,
    ctx.res,
    {
      login: {
        accountId: member.id,
        amr: [...amr],
        acr: acrOf(amr),
        ts: Math.floor(context.clock.now().getTime() / 1000),
        remember: true,
      },
    },
    { mergeWithLastSubmission: false },
  );
  goTo(ctx, continueAt);
}
