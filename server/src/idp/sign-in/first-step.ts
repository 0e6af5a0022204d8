import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { SignInDoor } from './attempt.ts';
import { finishSignIn } from './finish.ts';

/** Password or LINE was right: the sign-in ends here. */
export async function firstStepDone(
  door: SignInDoor,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
  { memberId, amr }: { readonly memberId: string; readonly amr: 'pwd' | 'fed' },
): Promise<void> {
  await finishSignIn(door, ctx, interaction, { memberId, amr: [amr] });
}
