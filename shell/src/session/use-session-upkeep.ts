import { checkSession, loadUser } from '@portal/shared-auth';
import { barePath } from '@portal/shared-i18n';
import { useEffect } from 'react';
import { whenIdle } from '../frame/when-idle.ts';
import { useMember, useSignedIn } from './use-session.ts';

/** The sign-in return route is the one page that is not checked (spec §2); it loads the member itself. */
const UNCHECKED = '/callback';

/**
 * On every navigation, beside rendering, asks the identity provider whether the session stands
 * (spec §4), and loads the member when there is a session and no member yet.
 * @param returnTo where this page is on the way to: the page that a session has ended on
 */
export function useSessionUpkeep(pathname: string, returnTo: string | undefined): void {
  const signedIn = useSignedIn();
  const member = useMember();

  // When the page has been drawn: the answer needs the protocol's code, and that must not compete
  // with what the member waits for.
  useEffect(() => {
    if (barePath(pathname) === UNCHECKED) return;
    return whenIdle(() => void checkSession({ returnTo }));
  }, [pathname, returnTo]);

  const missing = signedIn && member === undefined;
  // A load that failed is tried with each page.
  useEffect(() => {
    if (missing && barePath(pathname) !== UNCHECKED) void loadUser();
  }, [missing, pathname]);
}
