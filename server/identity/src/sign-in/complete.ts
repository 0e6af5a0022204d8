import {
  browserOf,
  confirmBrowser,
  isConfirmed,
} from '@portal/server-accounts/browsers/known-devices';
import { mailSignIn } from '@portal/server-accounts/changes/not-me';
import { stepUpMethods } from '@portal/server-accounts/step-up/recorded-step-ups';
import { recordEvent, recordSignIn } from '@portal/server-members/events';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { transact } from '@portal/server-platform/database/database';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { goTo } from '../http/page.ts';
import { requestDevice } from '../http/request-details.ts';
import { type Amr, acrOf } from '../tokens/account-facts.ts';
import {
  BROWSER_RESULT,
  BROWSER_SINCE_RESULT,
  type SignedInBrowser,
} from '../tokens/session-adapter.ts';
import { knownDeviceOf, rememberDevice } from './known-devices.ts';
import { endProgress, goToPage, type SignInDependencies, saveProgress } from './progress.ts';
import { trustThisBrowser } from './trusted-browser.ts';

export const REOPEN_PAGE = '/reopen';

/**
 * Signs the member in and returns to the portal. For a closed account it asks first whether to bring it back.
 * @param how.reopened the account has just been brought back, and its mail tells of this sign-in
 * @param how.trust whether the member wants this browser to be trusted, or by which trust it was instead of a second
 *   step; a closed account is brought back without one
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
    trust = 'none',
  }: {
    readonly memberId: string;
    readonly amr: readonly Amr[];
    readonly reopened?: boolean;
    /** The member, where the step has just read it. */
    readonly member?: MemberRecord | undefined;
    readonly trust?: 'none' | 'asked_for' | { readonly id: string };
  },
): Promise<void> {
  const { context, provider } = deps;
  const member = found ?? (await findMemberById(context, memberId));
  if (member?.closedAt) {
    await saveProgress(deps, ctx, interaction.uid, { step: 'reopen', memberId, amr: [...amr] });
    return goToPage(ctx, interaction, REOPEN_PAGE);
  }
  await endProgress(deps, ctx, interaction);
  if (!member) return goToPage(ctx, interaction, '');
  const device = requestDevice(ctx.req);
  const isNew = knownDeviceOf(deps, ctx, member) === undefined;
  const { device: knownDevice, since } = rememberDevice(deps, ctx, member);
  const hasSignedIn = await recordSignIn(context, member, device);
  // The first sign-in follows the sign-up, in whatever browser.
  const told = isNew && !reopened && hasSignedIn;
  const notice = told ? 'new_device' : trust === 'asked_for' ? 'browser_trusted' : undefined;
  if (notice) await transact(context, (tx) => mailSignIn(tx, member, notice, device));
  const browser = browserOf(member.id, knownDevice);
  const trustId = await trustIdOf();
  const signedIn: SignedInBrowser = {
    browserHash: browser.browserHash,
    unconfirmed: await isUnconfirmed(),
    trustId: trustId ?? null,
  };
  const ts = Math.floor(context.clock.now().getTime() / 1000);
  const login = { accountId: member.id, amr: [...amr], acr: acrOf(amr), ts, remember: true };
  const result = { login, [BROWSER_SINCE_RESULT]: since, [BROWSER_RESULT]: signedIn };
  const alone = { mergeWithLastSubmission: false };
  goTo(ctx, await provider().interactionResult(ctx.req, ctx.res, result, alone));

  /**
   * A password alone, or LINE alone, confirms no browser, but the first sign-in of all, which follows the sign-up. A
   * member who has no other way yet is not asked for one.
   */
  async function isUnconfirmed(): Promise<boolean> {
    if (!member) return false;
    if (!hasSignedIn || amr.some((method) => method !== 'pwd' && method !== 'fed')) {
      await confirmBrowser(context, browser);
      return false;
    }
    if (await isConfirmed(context, browser)) return false;
    return (await stepUpMethods(context, member)).length > 0;
  }

  async function trustIdOf(): Promise<string | undefined> {
    if (trust === 'none' || !member) return undefined;
    if (trust !== 'asked_for') return trust.id;
    await recordEvent(context, member.id, 'browser_trusted', device);
    return trustThisBrowser(deps, ctx, member, knownDevice);
  }
}
