import {
  authStore,
  isCancelledAtom,
  isLoginAtom,
  loadUser,
  rememberRedirect,
  requireSession,
  signIn,
  userAtom,
} from '@portal/shared-auth';
import type { SessionFacts } from '../router/guard.ts';

/** What the router asks of the session. */
export type SessionGate = {
  facts(): SessionFacts;
  /**
   * Makes the facts dependable: at once where a session is stored, after the identity provider's
   * word with `force`.
   */
  settle(options: { readonly force: boolean }): Promise<unknown>;
  loadMember(): Promise<unknown>;
  /**
   * Leaves for the identity provider; comes back to `returnTo`, a path of the portal. False where
   * it has just been tried without success: then the member decides.
   */
  signIn(options: { readonly returnTo: string; readonly automatic: boolean }): Promise<boolean>;
};

export const sessionGate: SessionGate = {
  facts: () => ({
    signedIn: authStore.get(isLoginAtom),
    cancelled: authStore.get(isCancelledAtom),
    user: authStore.get(userAtom) ?? undefined,
  }),
  settle: requireSession,
  loadMember: loadUser,
  async signIn(options) {
    // Who turns aside at the provider, to sign up or for a new password, comes back here as well.
    const { returnTo: url } = options;
    rememberRedirect({ url, en: url, ja: url });
    return signIn(options);
  },
};
