import {
  authStore,
  checkSession,
  isCancelledAtom,
  isLoginAtom,
  loadUser,
  signIn,
  userAtom,
} from '@portal/shared-auth';
import type { SessionFacts } from '../router/guard.ts';

/** What the router asks of the session. */
export type SessionGate = {
  facts(): SessionFacts;
  /** Asks the identity provider; the answer is in the facts afterwards. */
  check(): Promise<unknown>;
  loadMember(): Promise<unknown>;
  /** Leaves for the identity provider; comes back to `returnTo`, a path of the portal. */
  signIn(returnTo: string): Promise<unknown>;
};

export const sessionGate: SessionGate = {
  facts: () => ({
    signedIn: authStore.get(isLoginAtom),
    cancelled: authStore.get(isCancelledAtom),
    user: authStore.get(userAtom) ?? undefined,
  }),
  check: () => checkSession(),
  loadMember: () => loadUser(),
  signIn: (returnTo) => signIn({ returnTo }),
};
