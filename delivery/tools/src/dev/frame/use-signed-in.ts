import { authStore, isLoginAtom } from '@portal/shared-auth';
import { useAtomValue } from 'jotai';

export const useSignedIn = (): boolean => useAtomValue(isLoginAtom, { store: authStore });
