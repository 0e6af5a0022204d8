import type { ProveBrowser, Result, TokenSource } from '@portal/shared-api';
import type { PortalConfig, SilentCheck, TokenRenewal, User } from '@portal/shared-contract';
import { authStore } from './atoms.ts';
import { currentPlatform } from './platform.ts';
import { restoreResendWait } from './resend-countdown.ts';
import type { LabelledReturnTo } from './return-to.ts';
import {
  type CheckOptions,
  createSession,
  type Session,
  type SessionCheck,
  type SignInCompletion,
  type SignInOptions,
} from './session.ts';
import { type Later, laterByTimer, waitWith } from './submit-button.ts';

let portalSession: Session | undefined;

/**
 * Starts the portal's one session. Synchronous: afterwards `isLoginAtom` says whether a session is stored, and nothing
 * waits for the provider. The first `checkSession()` takes `silent` over; the first calls wait for `renewal`.
 */
export function startSession(setup: {
  readonly config: Pick<PortalConfig, 'idp'>;
  readonly silent?: SilentCheck | undefined;
  readonly renewal?: Promise<TokenRenewal> | undefined;
  /** Waits out the 600 ms after a request; a test may end them at once. */
  readonly later?: Later;
  /** Called where the page leaves for another address; a test may stay. */
  readonly leave?: ((url: string) => void) | undefined;
}): void {
  const { later = laterByTimer, leave, ...rest } = setup;
  const platform = currentPlatform(leave);
  portalSession?.end();
  portalSession = createSession({ ...rest, platform, store: authStore });
  waitWith(later);
  restoreResendWait(platform);
}

function session(): Session {
  if (portalSession === undefined) throw new Error('The session is used before startSession()');
  return portalSession;
}

/** Where shared-api gets its bearer token. */
export const tokens: TokenSource = {
  accessToken: () => session().tokens.accessToken(),
  renew: (stale) => session().tokens.renew(stale),
};

/** The DPoP proof of a sensitive call, for shared-api. */
export const proveBrowser: ProveBrowser = (request) => session().proveBrowser(request);

/**
 * The silent login check, for every navigation but the callback. One at a time: calls
 * during a check share its answer. When it resolves, the session's state has followed the result.
 */
export const checkSession = (options?: CheckOptions): Promise<SessionCheck> =>
  session().checkSession(options);

/**
 * For guards: `logged_in` lets in. A stored session is enough, since the check runs beside rendering;
 * `force` asks the provider first. Never redirects: `signIn({ automatic: true })` does.
 */
export const requireSession = (options?: { readonly force?: boolean }): Promise<SessionCheck> =>
  session().requireSession(options);

/**
 * Goes to the provider's sign-in page.
 * @returns false where it did not: an automatic sign-in started less than 10 s ago, the page is
 * leaving for the provider's sign-out, or the browser does not store what its answer needs
 */
export const signIn = (options?: SignInOptions): Promise<boolean> => session().signIn(options);

/** After POST /signup: stores its access token and has the provider open a session with it. */
export const startWithSignUpToken = (
  token: string,
  options?: Pick<SignInOptions, 'returnTo'>,
): Promise<void> => session().startWithSignUpToken(token, options);

/** Handles the provider's answer at /callback; `search` is the page's query string. */
export const completeSignIn = (search: string): Promise<SignInCompletion> =>
  session().completeSignIn(search);

/** Signs out here, in every other tab, and at the provider. */
export const signOut = (): Promise<void> => session().signOut();

/** The member has closed the account: this tab and every other one show `isCancelled`. */
export const accountClosed = (): Promise<void> => session().accountClosed();

/** Goes to the provider to link another account; LINE by default. */
export const connect = (connection?: string, extras?: Readonly<Record<string, string>>): void =>
  session().connect(connection, extras);

/** Keeps where to go after sign-in, for an hour. Addresses of other origins are not kept. */
export const rememberReturnTo = (value: LabelledReturnTo): void =>
  session().returnTo.remember(value);

/** The returnTo kept last, with its labels for a "back to …" link. */
export const rememberedReturnTo = (): LabelledReturnTo | undefined =>
  session().returnTo.remembered();

/** The member is back at the returnTo. */
export const forgetReturnTo = (): void => session().returnTo.forget();

/** Loads the member into `userAtom` by GET /userinfo. */
export const loadUser = (): Promise<Result<User>> => session().loadUser();
