import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { inTransaction } from '../../db/database.ts';
import { hasSignedIn, recordEvent } from '../../domain/events.ts';
import { findMemberById } from '../../domain/members.ts';
import { mailSignIn } from '../../domain/undo/not-me.ts';
import { type Amr, acrOf } from '../authentication-context.ts';
import { answerPage } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import { closedAccountPage } from '../pages/problem-page.ts';
import { knownDeviceOf, rememberDevice } from './known-devices.ts';
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
  const device = requestDevice(ctx.req);
  const isNew = knownDeviceOf(deps, ctx, member) === undefined;
  rememberDevice(deps, ctx, member);
  // The first sign-in follows the sign-up, in whatever browser (product §10.45).
  const told = isNew && (await hasSignedIn(context, member));
  await recordEvent(context, member.id, 'signed_in', device);
  if (told) {
    await inTransaction(context.db, (db) =>
      mailSignIn({ ...context, db }, member, 'new_device', device),
    );
  }
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
