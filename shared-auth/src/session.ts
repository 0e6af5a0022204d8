import { type ProveBrowser, type Result, type TokenSource, UNREACHABLE } from '@portal/shared-api';
import type { PortalConfig, SilentCheck, TokenRenewal, User } from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import { barePath, localeOf } from '@portal/shared-i18n';
import { type AuthStore, forgetMember, state } from './atoms.ts';
import { idpAddress } from './idp-address.ts';
import { prepareProtocol, proveBrowser } from './lazy-protocol.ts';
import { CALLBACK_PATH } from './paths.ts';
import type { Platform } from './platform.ts';
import { createReturnToStore, type ReturnToStore } from './return-to.ts';
import type { AtProvider } from './session/at-provider.ts';
import type { CheckOptions, SessionCheck } from './session/check-session.ts';
import type { SignInCompletion } from './session/complete-sign-in.ts';
import type { SessionContext } from './session/context.ts';
import { createLoadUser } from './session/load-user.ts';
import { createRecentSignOut } from './session/recent-sign-out.ts';
import { createRecordStore, SIGNED_OUT, subjectOf } from './session/session-record.ts';
import { createShownSession } from './session/shown-session.ts';
import type { SignInOptions } from './session/sign-in.ts';
import { accountClosed, signOut } from './session/sign-out.ts';
import { openTabChannel, type TabMessage } from './session/tab-channel.ts';
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

/** Goes to the provider to link another account, which returns to /confirm-connect-line. */
function connect(
  { idp, platform: { page } }: SessionContext,
  connection = 'line',
  extras: Readonly<Record<string, string>> = {},
): void {
  const query = new URLSearchParams({
    ...extras,
    client_id: idp.clientId,
    ui_locale: idp.locale ?? localeOf(page.pathname),
  });
  const path = `/connections/connect/${encodeURIComponent(connection)}` as const;
  page.assign(`${idpAddress(idp, path)}?${query}`);
}

/** Follows what another tab did: it signed in, signed out, or closed the account. */
async function followTab(
  { recentSignOut, store, shown, record, platform }: Omit<SessionContext, 'channel'>,
  message: TabMessage,
): Promise<void> {
  if (message.type !== 'signed_in') {
    recentSignOut.happened();
    if (message.type === 'account_closed') store.set(state.isCancelled, true);
    shown.show(SIGNED_OUT);
    return;
  }
  const subject = shown.subject();
  if (subject === undefined || subject === message.subject) {
    shown.show(await record.read());
    return;
  }
  // The screen shows another member: nothing of it may stay.
  forgetMember(store);
  platform.page.reload();
}

/**
 * The back-forward cache restores a page as it was, even after the member has signed out. So the page
 * is hidden as it enters the cache, and shown again once the session has been checked.
 */
function watchBackForwardCache(
  window: Window,
  handlers: {
    readonly onEnter: () => void;
    /** Answers `stay_hidden` where the page is about to be reloaded. */
    readonly onRestore: () => Promise<'show' | 'stay_hidden'>;
  },
): { end(): void } {
  const root = window.document.documentElement;
  function enter(event: PageTransitionEvent) {
    if (!event.persisted) return;
    root.style.visibility = 'hidden';
    handlers.onEnter();
  }
  async function restore(event: PageTransitionEvent) {
    if (!event.persisted) return;
    if ((await handlers.onRestore()) === 'show') root.style.removeProperty('visibility');
  }
  window.addEventListener('pagehide', enter);
  window.addEventListener('pageshow', restore);
  return {
    end() {
      window.removeEventListener('pagehide', enter);
      window.removeEventListener('pageshow', restore);
    },
  };
}
