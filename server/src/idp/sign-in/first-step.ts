import { secondSteps } from '@portal/shared-contract';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { findMemberById } from '../../domain/members.ts';
import { waysIn } from '../../domain/second-factors/ways-in.ts';
import { localeOf } from '../http/page.ts';
import { goTo, keepStep, type SignInDoor, stepUrl } from './attempt.ts';
import { finishSignIn } from './finish.ts';
import { SECOND_STEP_PAGE } from './second-step.ts';
import { isSent, sendSignInCode } from './sign-in-code.ts';

/**
 * Password or LINE was right: the sign-in ends here, or goes on with the member's first second step,
 * whose code is sent now.
 */
export async function firstStepDone(
  door: SignInDoor,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  { memberId, amr }: { readonly memberId: string; readonly amr: 'pwd' | 'fed' },
): Promise<void> {
  const { context } = door;
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt || !member.mfaEnabled) {
    return finishSignIn(door, ctx, interaction, { memberId, amr: [amr] });
  }
  const [way = 'email'] = secondSteps(await waysIn(context, member));
  const sent = isSent(way) ? await sendSignInCode(context, member, way) : undefined;
  keepStep(door, ctx, interaction.uid, {
    step: 'second',
    memberId,
    amr,
    ...(sent && { sent: { way: sent.way, resendAt: sent.resendAt.getTime() } }),
  });
  const locale = localeOf(ctx, interaction.params);
  goTo(ctx, stepUrl(interaction.uid, SECOND_STEP_PAGE, locale, { way }));
}
