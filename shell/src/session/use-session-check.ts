import { CALLBACK_PATH, checkSession, loadUser } from '@portal/shared-auth';
import { barePath } from '@portal/shared-i18n';
import { useEffect, useRef } from 'react';
import { AFTER_FIRST_PAGE_MS, whenIdle } from '../page/when-idle.ts';
import { useMember, useSignedIn } from './use-session.ts';

/**
 * Checks the session with the identity provider on every navigation, beside rendering,
 * and loads the member where a session has none yet. The callback does both itself.
 * @param returnTo where a sign-in that follows from the check leads, if not to the page shown
 */
export function useSessionCheck(pathname: string, returnTo: string | undefined): void {
  const isCallback = barePath(pathname) === CALLBACK_PATH;
  const signedIn = useSignedIn();
  const isFirst = useRef(true);

  // Once the page is drawn: the answer needs the protocol's code, whose download must not compete with
  // what the member waits for. A member with a stored session sees the first page without the answer, so there it waits longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation starts a check
  useEffect(() => {
    if (isCallback) return;
    const afterMs = isFirst.current && signedIn ? AFTER_FIRST_PAGE_MS : 0;
    isFirst.current = false;
    return whenIdle(() => void checkSession({ returnTo }), afterMs);
  }, [isCallback, pathname, returnTo]);

  const member = useMember();
  const isMissing = signedIn && member === undefined;
  // Each navigation tries a load that failed again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation tries again
  useEffect(() => {
    if (isMissing && !isCallback) void loadUser();
  }, [isMissing, isCallback, pathname]);
}
