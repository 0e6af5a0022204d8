import { type ProveBrowser, type Result, type TokenSource, UNREACHABLE } from '@portal/shared-api';
import type { PortalConfig, SilentCheck, TokenRenewal, User } from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import { barePath } from '@portal/shared-i18n';
import { type AuthStore, state } from './atoms.ts';
import { prepareProtocol, proveBrowser } from './lazy-protocol.ts';
import { CALLBACK_PATH } from './paths.ts';
import type { Platform } from './platform.ts';
import { createReturnToStore, type ReturnToStore } from './return-to.ts';
import type { AtProvider } from './session/at-provider.ts';
import { watchBackForwardCache } from './session/back-forward-cache.ts';
import type { CheckOptions, SessionCheck } from './session/check-session.ts';
import type { SignInCompletion } from './session/complete-sign-in.ts';
import { connect } from './session/connect.ts';
import type { SessionContext } from './session/context.ts';
import { createLoadUser } from './session/load-user.ts';
import { createRecentSignOut } from './session/recent-sign-out.ts';
import { createRecordStore, subjectOf } from './session/session-record.ts';
import { createShownSession } from './session/shown-session.ts';
import type { SignInOptions } from './session/sign-in.ts';
import { accountClosed, signOut } from './session/sign-out.ts';
import { openTabChannel } from './session/tab-channel.ts';
import { followTab } from './session/tab-messages.ts';
import { createTokenSource } from './session/token-source.ts';
import { createTraces } from './session/traces.ts';
import { openSessionDatabase } from './session-database.ts';

export type { CheckOptions, SessionCheck, SignInCompletion, SignInOptions };

/** What each does: portal-session.ts, which hands it to shell and remotes. */
export type Session = {
  readonly tokens: TokenSource;
  readonly proveBrowser: ProveBrowser;
  checkSession(options?: CheckOptions): Promise<SessionCheck>;
  requireSession(options?: { readonly force?: boolean }): Promise<SessionCheck>;
  signIn(options?: SignInOptions): Promise<boolean>;
  startWithSignUpToken(token: string, options?: Pick<SignInOptions, 'returnTo'>): Promise<void>;
  completeSignIn(search: string): Promise<SignInCompletion>;
  signOut(): Promise<void>;
  accountClosed(): Promise<void>;
  connect(connection?: string, extras?: Readonly<Record<string, string>>): void;
  readonly returnTo: ReturnToStore;
  loadUser(): Promise<Result<User>>;
  /** Settled once the stored record has been read; nothing needs to wait for it. */
  readonly ready: Promise<void>;
  end(): void;
};

export type SessionSetup = {
  readonly config: Pick<PortalConfig, 'idp' | 'limits'>;
  /** The check that the page's boot script has begun. */
  readonly silent?: SilentCheck | undefined;
  /** The renewal of an ended access token that the page's boot script has begun. */
  readonly renewal?: Promise<TokenRenewal> | undefined;
  readonly platform: Platform;
  readonly store: AuthStore;
};

/** One tab's session, composed of the parts in session/. The portal has one; a test may open twenty. */
export function createSession(setup: SessionSetup): Session {
  const context = createContext(setup);
  const { platform, store, channel, recentSignOut, returnTo } = context;
  let loading: Promise<AtProvider> | undefined;
  /** Rejects where the file does not come; the next one who asks fetches it again. */
  const provider = (): Promise<AtProvider> => {
    loading ??= import('./session/at-provider.ts').then(
      ({ atProvider }) => atProvider(context, setup.silent, notifyUnreachable),
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const check = (options?: CheckOptions): Promise<SessionCheck> =>
    provider().then(
      ({ check }) => check(options),
      () => 'unknown',
    );
  function notifyUnreachable(): void {
    store.set(state.sessionNotice, { kind: 'unreachable', retry: () => check() });
  }

  // The callback needs the protocol at once; every other page draws itself first.
  if (barePath(platform.page.pathname) === CALLBACK_PATH) prepareProtocol();
  const loadUser = createLoadUser(context);
  const ready = showStoredSession(context).then(({ isAnother }) => {
    // What the page has loaded for the member of the mirror was dropped, so nobody else asks again.
    if (isAnother) void loadUser();
  });
  const cacheWatch = watchBackForwardCache(platform.window, {
    onEnter: () => channel.pause(),
    onRestore: async () => {
      channel.resume();
      recentSignOut.stopLeavingPage();
      store.set(state.isSigningOut, false);
      if (!(await isStillShown(context))) {
        platform.page.reload();
        return 'stay_hidden';
      }
      void check();
      return 'show';
    },
  });

  return {
    tokens: createTokenSource(context, notifyUnreachable, setup.renewal),
    proveBrowser: (request) => proveBrowser(context.database, request),
    checkSession: check,
    async requireSession({ force } = {}) {
      // A visitor is sent to the sign-in. Not before: a public page has no use for it.
      if (!store.get(state.isLogin)) provider().catch(() => {});
      const result = force ? await check() : 'logged_in';
      if (!store.get(state.isLogin)) await ready;
      // Signed in at the provider alone: the tokens are still to be fetched.
      return result === 'logged_in' && !store.get(state.isLogin) ? 'login_required' : result;
    },
    signIn: (options) =>
      provider().then(
        ({ signIn }) => signIn(options),
        () => false,
      ),
    startWithSignUpToken: async (token, options) =>
      (await provider()).startWithSignUpToken(token, options),
    completeSignIn: (search) =>
      provider().then(
        ({ completeSignIn }) => completeSignIn(search),
        () => ({ ok: false, error: UNREACHABLE }),
      ),
    signOut: () => signOut(context),
    accountClosed: () => accountClosed(context),
    connect: (connection, extras) => connect(context, connection, extras),
    returnTo,
    loadUser,
    ready,
    end() {
      channel.pause();
      cacheWatch.end();
    },
  };
}

function createContext({ config: { idp, limits }, platform, store }: SessionSetup): SessionContext {
  const { storage: withinMs } = limitsOf({ limits });
  const database = openSessionDatabase(platform.indexedDB, withinMs);
  const record = createRecordStore(platform, database);
  const traces = createTraces(record, platform, withinMs);
  const context = {
    idp,
    provider: { idp, limits, fetch: platform.fetch },
    platform,
    store,
    database,
    record,
    traces,
    shown: createShownSession(store, traces),
    recentSignOut: createRecentSignOut(platform.now),
    returnTo: createReturnToStore(platform),
  };
  return {
    ...context,
    channel: openTabChannel(platform, (message) => void followTab(context, message)),
  };
}

/**
 * Shows what local storage says at once, and the record when it has been read.
 * @returns whether the record is of another member than local storage said
 */
async function showStoredSession({
  record,
  shown,
}: SessionContext): Promise<{ readonly isAnother: boolean }> {
  const first = record.mirror();
  shown.show(first);
  const current = await record.read();
  shown.show(current);
  // A record that came from the mirror becomes a real one; a mirror that differs is put right.
  if (current.signedIn || first.signedIn) {
    record.change(async (latest) => ({ next: latest, result: shown.show(latest) })).catch(() => {});
  }
  const mirrored = subjectOf(first);
  return {
    isAnother: current.signedIn && mirrored !== undefined && mirrored !== subjectOf(current),
  };
}

/** Whether the session that this tab shows is still the stored one. */
async function isStillShown({ store, record, shown }: SessionContext): Promise<boolean> {
  const wasSignedIn = store.get(state.isLogin);
  const current = await record.read();
  if (current.signedIn !== wasSignedIn) return false;
  return !wasSignedIn || subjectOf(current) === shown.subject();
}
