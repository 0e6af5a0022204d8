import type { Result, TokenSource } from '@portal/shared-api';
import type { PortalConfig, SilentCheck, User } from '@portal/shared-contract';
import { authStore } from './atoms.ts';
import { browserPlatform } from './platform.ts';
import type { StoredRedirect } from './redirect-address.ts';
import { restoreResendWait } from './resend-countdown.ts';
import {
  type CheckOptions,
  createSession,
  type Session,
  type SessionCheck,
  type SignInCompletion,
  type SignInOptions,
} from './session.ts';

let portalSession: Session | undefined;

/**
 * Starts the portal's one session. Synchronous: afterwards `isLoginAtom` says what is stored, and
 * nothing waits for the provider. The first `checkSession()` takes `silent` over.
 */
export function startSession(setup: {
  readonly config: Pick<PortalConfig, 'idp'>;
  readonly silent?: SilentCheck | undefined;
}): void {
  const platform = browserPlatform(window as Window & typeof globalThis);
  portalSession?.end();
  portalSession = createSession({ ...setup, platform, store: authStore });
  restoreResendWait(platform.sessionStorage, platform.now());
}

function session(): Session {
  if (portalSession === undefined) throw new Error('The session is used before startSession()');
  return portalSession;
}

/** Where shared-api gets its bearer token from. */
export const tokens: TokenSource = {
  accessToken: () => session().tokens.accessToken(),
  refresh: (stale) => session().tokens.refresh(stale),
};

/**
 * The silent login check (spec §4), for every navigation but the callback. One at a time; whoever
 * asks while it is under way shares its answer. What follows from it has happened when it resolves.
 */
export const checkSession = (options?: CheckOptions): Promise<SessionCheck> =>
  session().checkSession(options);

/**
 * For guards: `logged_in` lets in. A stored session is believed at once; with `force` the provider
 * is asked first. Never redirects by itself: `signIn({ returnTo, automatic: true })` does.
 */
export const requireSession = (options?: { readonly force?: boolean }): Promise<SessionCheck> =>
  session().requireSession(options);

/**
 * Goes to the provider's sign-in. False where an automatic one has started less than 10 s ago and
 * this one therefore did not.
 */
export const signIn = (options?: SignInOptions): Promise<boolean> => session().signIn(options);

/** After POST /signup: stores its access token and has the provider open a session by it. */
export const startWithSignUpToken = (
  token: string,
  options?: { readonly returnTo?: string },
): Promise<void> => session().startWithSignUpToken(token, options);

/** Works on the provider's answer at /callback; `search` is the page's query string. */
export const completeSignIn = (search: string): Promise<SignInCompletion> =>
  session().completeSignIn(search);

/** Signs out here, in every other tab, and at the provider. */
export const signOut = (): Promise<void> => session().signOut();

/** The member has closed the account (spec §3 `isCancelled`): here, and in every other tab. */
export const accountCancelled = (): Promise<void> => session().accountCancelled();

/** Goes to the provider to link another account (spec §7; default connection: LINE). */
export const connect = (connection?: string, extras?: Readonly<Record<string, string>>): void =>
  session().connect(connection, extras);

/** Keeps where to go after sign-in, for an hour. Addresses of other origins are not kept. */
export const rememberRedirect = (redirect: StoredRedirect): void =>
  session().rememberRedirect(redirect);

/** The address kept last, with its labels for a "back to …" link. */
export const rememberedRedirect = (): StoredRedirect | undefined => session().rememberedRedirect();

/** The member is back where the address led. */
export const forgetRedirect = (): void => session().forgetRedirect();

/** Loads the member into `userAtom` and `userInfoAtom`. */
export const loadUser = (): Promise<Result<User>> => session().loadUser();
