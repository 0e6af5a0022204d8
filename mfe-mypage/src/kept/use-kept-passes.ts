import { isAwayAtom, storedSubject, useSession } from '@portal/shared-auth';
import { useEffect } from 'react';
import type { HomeData } from '../screens/my-page/data.ts';

/** After what the member waits for: data, pictures and code of the home. */
const AFTER_MS = 2_000;

/** Keeps today's passes on this device each time the home has been shown (product §14.160). */
export function useKeptPasses({ member, passports }: Pick<HomeData, 'member' | 'passports'>): void {
  const isAway = useSession(isAwayAtom);
  useEffect(() => {
    // Another member may sign in, in another tab, before it is all here.
    const subject = storedSubject();
    if (isAway || subject === undefined) return;
    const timer = setTimeout(() => {
      // Without it the passes need a connection; the next visit tries again.
      import('./keep-passes.ts')
        .then(({ keepPasses }) => keepPasses(subject, member, passports))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAway, member, passports]);
}
