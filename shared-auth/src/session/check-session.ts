import type { SilentCheck } from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import { state } from '../atoms.ts';
import { beginSilentCheck } from '../silent-check.ts';
import { askProvider } from './ask-provider.ts';
import type { SessionContext } from './context.ts';
import { renewInTurn } from './renew.ts';
import { type SessionRecord, sessionOf, subjectOf } from './session-record.ts';
import { signIn } from './sign-in.ts';
import { endSession, showSignedOut } from './sign-out.ts';

/** Result of the session check. */
export type SessionCheck = 'logged_in' | 'login_required' | 'unknown';

export type CheckOptions = {
  /** Where a sign-in that follows leads, if not to the page shown, until a later check names another place. */
  readonly returnTo?: string | undefined;
};

/**
 * Asks the provider who is signed in.
 * @param begun the check that the page's boot script has begun; the first check uses it
 * @param notifyUnreachable tells the member that the provider cannot be reached, with a retry
 */
export function createSessionChecker(
  context: SessionContext,
  begun: SilentCheck | undefined,
  notifyUnreachable: () => void,
): (options?: CheckOptions) => Promise<SessionCheck> {
  const { idp, provider, platform, store, record, shown, recentSignOut } = context;
  const { page, window, now } = platform;
  let untaken = begun;
  let checking: Promise<SessionCheck> | undefined;
  let returnTo: string | undefined;

  /** One at a time: navigations during a check share it. */
  function check(options?: CheckOptions): Promise<SessionCheck> {
    if (options) returnTo = options.returnTo;
    checking ??= runCheck()
      .catch((): SessionCheck => {
        notifyUnreachable();
        return 'unknown';
      })
      .finally(() => {
        checking = undefined;
      });
    return checking;
  }

  async function runCheck(): Promise<SessionCheck> {
    const taken = untaken;
    untaken = undefined;
    const before = await record.read();
    if (!before.signedIn && recentSignOut.mayBeUnknownToProvider()) return 'login_required';
    const idToken = before.signedIn ? before.idToken : undefined;
    const begin = (ms: number) =>
      beginSilentCheck(idp, localeOf(page.pathname), window, ms, idToken);
    const outcome = await askProvider(provider, begin, taken, { now, signedIn: before.signedIn });
    const current = await record.read();
    if (sessionOf(current) !== sessionOf(before)) {
      // The member signed in or out during the check: its outcome is about the past.
      return current.signedIn ? 'logged_in' : 'login_required';
    }
    if (outcome.kind === 'unknown') {
      if (!current.signedIn) return 'unknown';
      if (idp.endpoints) return checkByRenewal(current.accessToken);
      notifyUnreachable();
      return 'unknown';
    }
    store.set(state.sessionNotice, null);
    if (outcome.kind === 'login_required' || isAnother(outcome.subject, current)) {
      if (current.signedIn) await endSession(context, current.session);
      return 'login_required';
    }
    await storeSubject(outcome.subject);
    if (!current.signedIn || current.refreshToken === undefined) {
      const here = page.pathname + page.search + page.hash;
      await signIn(context, { returnTo: returnTo ?? here, automatic: true });
    }
    return 'logged_in';
  }

  /**
   * Another provider may show its page in the frame where nobody is signed in there, which the browser stops.
   * Its token endpoint then says whether the session here goes on.
   */
  async function checkByRenewal(accessToken: string): Promise<SessionCheck> {
    const { signedOut, result } = await renewInTurn(context, accessToken, 'refused');
    if (signedOut) showSignedOut(context);
    if (result.ok) {
      store.set(state.sessionNotice, null);
      return 'logged_in';
    }
    if (signedOut) return 'login_required';
    notifyUnreachable();
    return 'unknown';
  }

  async function storeSubject(subject: string): Promise<void> {
    const stored = await record.change<SessionRecord>(async (current) => {
      if (!current.signedIn || current.subject !== undefined) return { result: current };
      const next = { ...current, subject };
      return { next, result: next };
    });
    shown.show(stored);
  }

  return check;
}

/** Another member at the provider than in the record counts as `login_required`. */
function isAnother(subject: string, current: SessionRecord): boolean {
  const stored = subjectOf(current);
  return stored !== undefined && stored !== subject;
}
