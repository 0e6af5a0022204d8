import { completeSignIn } from '../sign-in/complete.ts';
import type { Connection, PageHandler } from '../sign-in/connection.ts';
import { takeFreshSignUp } from '../sign-in/fresh-sign-up.ts';
import type { SignInDependencies } from '../sign-in/progress.ts';

/**
 * The first page of a sign-in. A member who has just signed up is signed in at once. Who comes for
 * another service goes to it. Everybody else gets the sign-in form.
 */
export function startPage(
  deps: SignInDependencies,
  askForPassword: PageHandler,
  connection: Connection | undefined,
): PageHandler {
  return async (ctx, interaction) => {
    const fresh = await takeFreshSignUp(deps, ctx, interaction);
    if (fresh) {
      return completeSignIn(deps, ctx, interaction, { memberId: fresh.memberId, amr: ['otp'] });
    }
    await (connection?.start(ctx, interaction) ?? askForPassword(ctx, interaction));
  };
}
