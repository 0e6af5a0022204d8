import type { Result } from '@portal/kit/api';
import { isAwayAtom, storedSubject, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, useIsScreenShown } from '@portal/kit/routing';
import { useEffect } from 'react';
import type { PassportPage } from '../passports/passport-page.ts';

/** After what the member waits for: data, pictures and code of the home. */
const AFTER_MS = 2_000;

/** Keeps today's passes on this device each time the home has been shown. */
export function useKeptPasses({
  member,
  passports,
}: {
  readonly member: Deferred<Result<User>>;
  readonly passports: Deferred<Result<PassportPage>>;
}): void {
  const isAway = useSession(isAwayAtom);
  const isShown = useIsScreenShown();
  useEffect(() => {
    // Another member may sign in, in another tab, before it is all here.
    const subject = storedSubject();
    if (isAway || !isShown || subject === undefined) return;
    const timer = setTimeout(() => {
      // Without it the passes need a connection; the next visit tries again.
      import('./keep-passes.ts')
        .then(({ keepPasses }) => keepPasses(subject, member, passports))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAway, isShown, member, passports]);
}
