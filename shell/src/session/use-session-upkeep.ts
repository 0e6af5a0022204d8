import { checkSession, loadUser } from '@portal/shared-auth';
import { barePath } from '@portal/shared-i18n';
import { useEffect } from 'react';
import { useMember, useSignedIn } from './use-session.ts';

/** The sign-in return route is the one page that is not checked (spec §2). */
const UNCHECKED = '/callback';

/**
 * On every navigation, beside rendering, asks the identity provider whether the session stands
 * (spec §4), and loads the member when there is a session and no member yet.
 */
export function useSessionUpkeep(pathname: string): void {
  const signedIn = useSignedIn();
  const member = useMember();

  useEffect(() => {
    if (barePath(pathname) !== UNCHECKED) void checkSession();
  }, [pathname]);

  const missing = signedIn && member === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a load that failed is tried with each page
  useEffect(() => {
    if (missing) void loadUser();
  }, [missing, pathname]);
}
