import {
  authStore,
  isCancelledAtom,
  isLeavingAtom,
  isLoginAtom,
  userAtom,
} from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { useAtomValue } from 'jotai';
import type { SessionFacts } from '../router/guard.ts';

const store = { store: authStore };

export function useSignedIn(): boolean {
  return useAtomValue(isLoginAtom, store);
}

/** Whether this tab is on its way out to the identity provider's sign-out. */
export function useLeaving(): boolean {
  return useAtomValue(isLeavingAtom, store);
}

/** The member, once loaded. */
export function useMember(): User | undefined {
  return useAtomValue(userAtom, store) ?? undefined;
}

export function useFacts(): SessionFacts {
  return {
    signedIn: useSignedIn(),
    cancelled: useAtomValue(isCancelledAtom, store),
    user: useMember(),
  };
}
