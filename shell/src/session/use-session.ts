import {
  isCancelledAtom,
  isLoginAtom,
  isSigningOutAtom,
  userAtom,
  useSession,
} from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import type { SessionSnapshot } from './guard.ts';

export const useSignedIn = (): boolean => useSession(isLoginAtom);

/** Whether the account has been closed in this browser. */
const useClosed = (): boolean => useSession(isCancelledAtom);

/** Whether this tab is on its way to the identity provider's sign-out. */
export const useSigningOut = (): boolean => useSession(isSigningOutAtom);

/** The member, once loaded. */
export const useMember = (): User | undefined => useSession(userAtom) ?? undefined;

export function useSessionSnapshot(): SessionSnapshot {
  return {
    signedIn: useSignedIn(),
    closed: useClosed(),
    user: useMember(),
  };
}
