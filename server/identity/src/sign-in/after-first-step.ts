import { browserOf, isConfirmed } from '@portal/server-accounts/browsers/known-devices';
import { signInMethods } from '@portal/server-accounts/second-step/sign-in-methods';
import { stepUpMethods } from '@portal/server-accounts/step-up/recorded-step-ups';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { secondSteps } from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { ROUTES } from '../client.ts';
import { messageNetwork, requestDevice } from '../http/request-details.ts';
import { completeSignIn } from './complete.ts';
import { knownDeviceOf } from './known-devices.ts';
import { goToPage, type SignInDependencies, saveProgress } from './progress.ts';
import { SECOND_STEP_PAGE } from './second-step.ts';
import { isSent, sendSignInCode, toProgress } from './sign-in-code.ts';
import { useTrustOfThisBrowser } from './trusted-browser.ts';

/** Completes the sign-in, or goes to the second step; a code is sent at once only where nothing is stronger. */
export async function continueAfterFirstStep(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  { memberId, amr }: { readonly memberId: string; readonly amr: 'pwd' | 'fed' },
): Promise<void> {
  const { context } = deps;
  const member = await findMemberById(context, memberId);
  const asksMore =
    member &&
    (member.mfaEnabled || (amr === 'pwd' && (await leadsToCodes(deps, ctx, interaction, member))));
  if (!member || !asksMore) {
    return completeSignIn(deps, ctx, interaction, { memberId, amr: [amr], member });
  }
  // Only a password: another provider's sign-in would count as a step-up.
  const trust =
    amr === 'pwd' && member.mfaEnabled ? await useTrustOfThisBrowser(deps, ctx, member) : undefined;
  if (trust) {
    return completeSignIn(deps, ctx, interaction, { memberId, amr: [amr], trust: { id: trust } });
  }
  const [method = 'email'] = secondSteps(await signInMethods(context, member));
  const from = {
    device: knownDeviceOf(deps, ctx, member),
    asking: requestDevice(ctx.req),
    network: messageNetwork(ctx.req),
  };
  const sent = isSent(method) && toProgress(await sendSignInCode(context, member, method, from));
  const step = { step: 'second', memberId, amr, ...(sent && { sent }) } as const;
  await saveProgress(deps, ctx, interaction.uid, step);
  goToPage(ctx, interaction, SECOND_STEP_PAGE, { method });
}

/**
 * Whether the sign-in leads to the page with codes for turnstiles, in a browser in which nothing but the password has shown
 * who the member is. That page has no script that could ask for more later.
 */
async function leadsToCodes(
  deps: SignInDependencies,
  ctx: KoaContextWithOIDC,
  { params }: Interaction,
  member: MemberRecord,
): Promise<boolean> {
  const { context } = deps;
  if (params.redirect_uri !== context.config.idpOrigin + ROUTES.passports) return false;
  const known = knownDeviceOf(deps, ctx, member);
  if (known && (await isConfirmed(context, browserOf(member.id, known)))) return false;
  return (await stepUpMethods(context, member)).length > 0;
}
