import type { Result } from '@portal/shared-api';
import {
  authStore,
  isCancelledAtom,
  isLoginAtom,
  loadUser,
  rememberReturnTo,
  requireSession,
  signIn,
  userAtom,
} from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import type { SessionSnapshot } from './guard.ts';

/** What the router asks of the session. */
export type SessionGuard = {
  /** The session as far as it is known now. */
  snapshot(): SessionSnapshot;
  /** Resolves when the snapshot can be relied on: with `force` after the provider's answer. */
  requireSession(options: { readonly force: boolean }): Promise<unknown>;
  loadMember(): Promise<Result<User>>;
  /**
   * Leaves for the identity provider, to come back to `returnTo`, a path of the portal.
   * @returns false where an automatic sign-in has just failed: then the member decides
   */
  signIn(options: { readonly returnTo: string; readonly automatic: boolean }): Promise<boolean>;
};

export const sessionGuard: SessionGuard = {
  snapshot: () => ({
    signedIn: authStore.get(isLoginAtom),
    closed: authStore.get(isCancelledAtom),
    user: authStore.get(userAtom) ?? undefined,
  }),
  requireSession,
  loadMember: loadUser,
  signIn(options) {
    // A member who signs up or resets the password at the provider also returns here.
    const { returnTo } = options;
    rememberReturnTo({ returnTo, en: returnTo, ja: returnTo });
    return signIn(options);
  },
};
