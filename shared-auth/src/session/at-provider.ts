import type { SilentCheck } from '@portal/shared-contract';
import { type CheckOptions, createSessionChecker, type SessionCheck } from './check-session.ts';
import { createCompleteSignIn, type SignInCompletion } from './complete-sign-in.ts';
import type { SessionContext } from './context.ts';
import { type SignInOptions, signIn, startWithSignUpToken } from './sign-in.ts';

/** What a session does with the identity provider's pages. Its code comes in a file of its own. */
export type AtProvider = {
  readonly check: (options?: CheckOptions) => Promise<SessionCheck>;
  readonly completeSignIn: (search: string) => Promise<SignInCompletion>;
  readonly signIn: (options?: SignInOptions) => Promise<boolean>;
  readonly startWithSignUpToken: (
    token: string,
    options?: Pick<SignInOptions, 'returnTo'>,
  ) => Promise<void>;
};

export const atProvider = (
  context: SessionContext,
  begun: SilentCheck | undefined,
  notifyUnreachable: () => void,
): AtProvider => ({
  check: createSessionChecker(context, begun, notifyUnreachable),
  completeSignIn: createCompleteSignIn(context),
  signIn: (options) => signIn(context, options),
  startWithSignUpToken: (token, options) => startWithSignUpToken(context, token, options),
});
