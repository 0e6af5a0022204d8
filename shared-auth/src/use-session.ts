import { type Atom, useAtomValue } from 'jotai';
import { authStore } from './atoms.ts';

/** Reads the session in a component: `const user = useSession(userAtom)`. */
export const useSession = <T>(source: Atom<T>): Awaited<T> =>
  useAtomValue(source, { store: authStore });
