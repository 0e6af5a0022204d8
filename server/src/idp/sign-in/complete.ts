import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { inTransaction } from '../../db/database.ts';
import { hasSignedIn, recordEvent } from '../../domain/events.ts';
import { findMemberById, type MemberRecord } from '../../domain/members.ts';
import { mailSignIn } from '../../domain/undo/not-me.ts';
import { type Amr, acrOf } from '../authentication-context.ts';
import { localeOf } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import { knownDeviceOf, rememberDevice } from './known-devices.ts';
import { clearProgress, goTo, type SignInDependencies, saveProgress, stepUrl } from './progress.ts';

/** The page that asks whether to bring a closed account back. */
export const REOPEN_PAGE = '/reopen';

/**
 * Signs the member in and returns to the portal. For a closed account it asks first whether to bring
 * it back (product §10.23).
 * @param how.reopened the account has just been brought back, and its mail tells of this sign-in
 */
export async function completeSignIn(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  {
    memberId,
    amr,
    reopened = false,
    member: found,
  }: {
    readonly memberId: string;
    readonly amr: readonly Amr[];
    readonly reopened?: boolean;
    /** The member, where the step has just read it. */
    readonly member?: MemberRecord | undefined;
  },
): Promise<void> {
  const { context, provider } = deps;
  const member = found ?? (await findMemberById(context, memberId));
  const pageAt = (page: string) =>
    stepUrl(interaction.uid, page, localeOf(ctx, interaction.params));
  if (member?.cancelledAt) {
    saveProgress(deps, ctx, interaction.uid, { step: 'reopen', memberId, amr: [...amr] });
    return goTo(ctx, pageAt(REOPEN_PAGE));
  }
  clearProgress(deps, ctx, interaction);
  if (!member) return goTo(ctx, pageAt(''));
  const device = requestDevice(ctx.req);
  const isNew = knownDeviceOf(deps, ctx, member) === undefined;
  rememberDevice(deps, ctx, member);
  // The first sign-in follows the sign-up, in whatever browser (product §10.45).
  const told = isNew && !reopened && (await hasSignedIn(context, member));
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
