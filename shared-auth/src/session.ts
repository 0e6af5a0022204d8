import {
  call,
  type RefreshResult,
  type Result,
  type TokenSource,
  UNREACHABLE,
} from '@portal/shared-api';
import {
  getUserinfo,
  type Locale,
  type PortalConfig,
  type SilentCheck,
  type User,
} from '@portal/shared-contract';
import { barePath, localeOf, localizedPath } from '@portal/shared-i18n';
import { type AuthStore, forgetMember, state } from './atoms.ts';
import { authorizeUrl, idpAddress, signOutUrl } from './authorize-url.ts';
import { askProvider } from './check-outcome.ts';
import { watchFrozenPage } from './frozen-page.ts';
import { exchangeCode, prepareProtocol } from './lazy-protocol.ts';
import { finishedRedirect, storeFinished, storePending, takePending } from './pending-sign-in.ts';
import type { Platform } from './platform.ts';
import { challengeOf, randomNonce, randomState, randomVerifier } from './random.ts';
import {
  forgetRedirect,
  ownAddress,
  readRedirect,
  type StoredRedirect,
  storeRedirect,
} from './redirect-address.ts';
import { passReloadGuard } from './reload-guard.ts';
import { renewInTurn } from './renew.ts';
import { createRecordStore, type SessionRecord, SIGNED_OUT } from './session-record.ts';
import { beginSilentCheck } from './silent-check.ts';
import { openTabChannel, type TabMessage } from './tab-channel.ts';

/** Result of the session check, under the spec's names (§4). */
export type SessionCheck = 'logged_in' | 'login_required' | 'unknown';

export type SignInOptions = {
  /** Where to go afterwards: an address of this origin; anything else is ignored. */
  readonly returnTo?: string;
  /** Proof of a fresh sign-up; see `startWithSignUpToken`. */
  readonly token?: string;
  readonly extras?: Readonly<Record<string, string>>;
  /**
   * Set where no member asked for it. Such a sign-in starts at most once in 10 s (spec §9, reload
   * guard), so that a provider which sends straight back cannot make a loop.
   */
  readonly automatic?: boolean;
};

export type CheckOptions = {
  /**
   * Where the page shown is on the way to, if it is no place to come back to itself: a sign-in that
   * follows from the check leads there. Holds until a check says otherwise.
   */
  readonly returnTo?: string | undefined;
};

export type SignInCompletion =
  | { readonly ok: true; readonly redirectTo: string }
  | {
      readonly ok: false;
      /** `codeVerifier not found`, `state_mismatch`, `invalid_response`, `unreachable`, or the provider's own error. */
      readonly error: string;
      /** The language in which the sign-in began, as far as it is known. */
      readonly locale?: Locale;
      /** Where the member was going: what a renewed sign-in should lead to. */
      readonly returnTo?: string;
    };

export type Session = {
  readonly tokens: TokenSource;
  checkSession(options?: CheckOptions): Promise<SessionCheck>;
  requireSession(options?: { readonly force?: boolean }): Promise<SessionCheck>;
  signIn(options?: SignInOptions): Promise<boolean>;
  startWithSignUpToken(token: string, options?: { readonly returnTo?: string }): Promise<void>;
  completeSignIn(search: string): Promise<SignInCompletion>;
  signOut(): Promise<void>;
  accountCancelled(): Promise<void>;
  connect(connection?: string, extras?: Readonly<Record<string, string>>): void;
  rememberRedirect(redirect: StoredRedirect): void;
  rememberedRedirect(): StoredRedirect | undefined;
  forgetRedirect(): void;
  loadUser(): Promise<Result<User>>;
  /** Settled once the stored record has been read; nothing needs to wait for it. */
  readonly ready: Promise<void>;
  end(): void;
};

export type SessionSetup = {
  readonly config: Pick<PortalConfig, 'idp'>;
  /** The check that the page's boot script has begun. */
  readonly silent?: SilentCheck | undefined;
  readonly platform: Platform;
  readonly store: AuthStore;
};

/** Spec §2: the sign-in return route. */
const CALLBACK_PATH = '/callback';
/** How long a sign-out may take to leave the page before a sign-in is possible again. */
const LEAVING_MS = 10_000;
/** How long the provider may take to hear of a sign-out: until then its answers are about the past. */
const SETTLING_MS = 10_000;

/** One tab's session. The portal has one (`startSession`); a test may open twenty. */
export function createSession({ config, silent, platform, store }: SessionSetup): Session {
  const { idp } = config;
  const { page, localStorage, sessionStorage, now } = platform;
  const provider = { idp, fetch: platform.fetch };
  const record = createRecordStore(platform);
  const channel = openTabChannel(platform, heard);
  const { origin } = page;

  let untakenCheck = silent;
  let checking: Promise<SessionCheck> | undefined;
  let onTheWayTo: string | undefined;
  let renewing: Promise<RefreshResult> | undefined;
  let loading: { readonly asked: number; readonly answer: Promise<Result<User>> } | undefined;
  /** The member whose data this tab has shown; another one's must never appear beside it. */
  let shown: string | undefined;
  /** Grows with each sign-in, sign-out and change of member seen here. */
  let era = 0;
  /** Set while the page is on its way to the provider's sign-out: a guard must not turn it round. */
  let leavingUntil = 0;
  /** Set by a sign-out in any tab: a check would find the provider's session still standing. */
  let settlingUntil = 0;
  const completions = new Map<string, Promise<SignInCompletion>>();

  // The return from the provider needs the protocol at once; every other page draws itself first.
  if (barePath(page.pathname) === CALLBACK_PATH) prepareProtocol();
  // What local storage says is enough to begin with; the record corrects it a moment later.
  const first = record.mirror();
  show(first);
  const ready = record.read().then((current) => {
    show(current);
    // A record that came from the mirror becomes a real one; a mirror that disagrees is mended.
    if (current.signedIn || first.signedIn) void repair();
  });
  const frozenPage = watchFrozenPage(platform.window, {
    onFreeze: () => channel.pause(),
    async onThaw() {
      channel.resume();
      leavingUntil = 0;
      store.set(state.isLeaving, false);
      const wasSignedIn = store.get(state.isLogin);
      const current = await record.read();
      if (current.signedIn !== wasSignedIn || (wasSignedIn && subjectOf(current) !== shown)) {
        page.reload();
        return 'stay_hidden';
      }
      void checkSession();
      return 'show';
    },
  });

  /** Takes a record as what this tab shows. */
  function show(current: SessionRecord): void {
    const wasSignedIn = store.get(state.isLogin);
    const another = current.signedIn && shown !== undefined && current.subject !== shown;
    if (another || wasSignedIn !== current.signedIn) era += 1;
    if (another || (wasSignedIn && !current.signedIn)) forgetMember(store);
    if (current.signedIn) shown = current.subject;
    else store.set(state.sessionNotice, null);
    store.set(state.isLogin, current.signedIn);
  }

  const repair = () => record.change(async (current) => ({ next: current, result: show(current) }));

  /** What another tab did. */
  async function heard(message: TabMessage): Promise<void> {
    if (message.type === 'cancelled') {
      settlingUntil = now() + SETTLING_MS;
      store.set(state.isCancelled, true);
      show(SIGNED_OUT);
    } else if (message.type === 'signed_out') {
      settlingUntil = now() + SETTLING_MS;
      show(SIGNED_OUT);
    } else if (shown !== undefined && message.subject !== shown) {
      // What is on the screen is another member's: nothing of it may stay.
      forgetMember(store);
      page.reload();
    } else {
      show(await record.read());
    }
  }

  async function removeTokens(onlySession?: string): Promise<boolean> {
    const removed = await record.change<boolean>(async (current) =>
      !current.signedIn || (onlySession !== undefined && current.session !== onlySession)
        ? { result: false }
        : { next: SIGNED_OUT, result: true },
    );
    if (removed) {
      show(SIGNED_OUT);
      channel.tell({ type: 'signed_out' });
    }
    return removed;
  }

  const tokens: TokenSource = {
    async accessToken() {
      const renewed = renewing && (await renewing);
      if (renewed?.ok) return renewed.accessToken;
      const current = record.mirror();
      if (!current.signedIn) return undefined;
      if (current.expiresAt === undefined || now() < current.expiresAt) return current.accessToken;
      // Known to have ended: renewed first, rather than sent for a refusal.
      const again = await tokens.refresh(current.accessToken);
      return again.ok ? again.accessToken : current.accessToken;
    },
    refresh(stale) {
      renewing ??= renewInTurn(record, provider, stale, now)
        .then(({ signedOut, result }) => {
          if (signedOut) {
            show(SIGNED_OUT);
            channel.tell({ type: 'signed_out' });
          }
          if (result.ok) store.set(state.sessionNotice, null);
          else if (result.reason === UNREACHABLE) noticeSilence();
          return result;
        })
        .finally(() => {
          renewing = undefined;
        });
      return renewing;
    },
  };

  /** One at a time: navigations while a check is under way share it. */
  function checkSession(options?: CheckOptions): Promise<SessionCheck> {
    if (options) onTheWayTo = options.returnTo;
    checking ??= runCheck().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function runCheck(): Promise<SessionCheck> {
    const taken = untakenCheck;
    untakenCheck = undefined;
    const before = await record.read();
    if (!before.signedIn && now() < settlingUntil) return 'login_required';
    const begin = (ms: number) =>
      beginSilentCheck(idp, localeOf(page.pathname), platform.window, ms);
    const outcome = await askProvider(provider, begin, taken, now);
    const current = await record.read();
    if (sessionOf(current) !== sessionOf(before)) {
      // The member signed in or out while the question was on its way: the answer is about the past.
      return current.signedIn ? 'logged_in' : 'login_required';
    }
    if (outcome.kind === 'unknown') {
      if (current.signedIn) noticeSilence();
      return 'unknown';
    }
    store.set(state.sessionNotice, null);
    const stored = subjectOf(current);
    // Spec §4: another member at the provider than the one stored here counts as login_required.
    const another =
      outcome.kind === 'logged_in' && stored !== undefined && stored !== outcome.subject;
    if (outcome.kind === 'login_required' || another) {
      if (current.signedIn) await removeTokens(current.session);
      return 'login_required';
    }
    await keepSubject(outcome.subject);
    if (!current.signedIn || current.refreshToken === undefined) {
      await signIn({ returnTo: onTheWayTo ?? here(), automatic: true });
    }
    return 'logged_in';
  }

  const noticeSilence = () =>
    store.set(state.sessionNotice, { kind: 'unreachable', retry: () => checkSession() });

  async function keepSubject(subject: string): Promise<void> {
    const next = await record.change<SessionRecord>(async (current) =>
      current.signedIn && current.subject === undefined
        ? { next: { ...current, subject }, result: { ...current, subject } }
        : { result: current },
    );
    show(next);
  }

  /**
   * For guards. A stored session is believed at once, since the check runs beside rendering; `force`
   * waits for the provider's word (spec §2, connect-line).
   */
  async function requireSession(options: { readonly force?: boolean } = {}): Promise<SessionCheck> {
    const checked = options.force ? await checkSession() : 'logged_in';
    if (!store.get(state.isLogin)) await ready;
    // Signed in at the provider alone: the tokens are still to be fetched.
    return checked === 'logged_in' && !store.get(state.isLogin) ? 'login_required' : checked;
  }

  async function signIn(options: SignInOptions = {}): Promise<boolean> {
    if (now() < leavingUntil) return false;
    if (options.automatic && !passReloadGuard(sessionStorage, now())) return false;
    const locale = localeOf(page.pathname);
    const returnTo = ownAddress(options.returnTo, origin);
    const pending = {
      verifier: randomVerifier(),
      state: randomState(),
      nonce: randomNonce(),
      locale,
      ...(returnTo !== undefined && { returnTo }),
    };
    const challenge = await challengeOf(pending.verifier);
    storePending(sessionStorage, pending);
    page.assign(
      authorizeUrl(idp, {
        challenge,
        state: pending.state,
        nonce: pending.nonce,
        redirectUri: idp.redirectUri,
        scope: idp.scope,
        locale: idp.locale ?? locale,
        token: options.token,
        extras: options.extras,
      }),
    );
    return true;
  }

  /** Spec §4: successful sign-up stores the access token and marks the member logged in. */
  async function startWithSignUpToken(
    token: string,
    options: { readonly returnTo?: string } = {},
  ): Promise<void> {
    const next = { signedIn: true, session: randomState(), accessToken: token } as const;
    await record.change(async () => ({ next, result: undefined }));
    forgetMember(store);
    show(next);
    channel.tell({ type: 'signed_in' });
    await signIn({ ...options, token });
  }

  /** Each answer of the provider is worked on once, however often the callback's page asks. */
  function completeSignIn(search: string): Promise<SignInCompletion> {
    const known = completions.get(search) ?? runCompletion(search);
    completions.set(search, known);
    return known;
  }

  async function runCompletion(search: string): Promise<SignInCompletion> {
    const finished = finishedRedirect(sessionStorage, new URLSearchParams(search).get('state'));
    const again = ownAddress(finished, origin);
    if (again !== undefined && record.mirror().signedIn) return { ok: true, redirectTo: again };

    const pending = takePending(sessionStorage);
    const remembered = readRedirect(localStorage, origin, now())?.url;
    const returnTo = ownAddress(pending?.returnTo, origin) ?? remembered;
    const context = {
      ...(pending && { locale: pending.locale }),
      ...(returnTo !== undefined && { returnTo }),
    };
    if (pending === undefined) return { ok: false, error: 'codeVerifier not found', ...context };

    const { redirectUri } = idp;
    const exchanged = await exchangeCode(provider, { ...pending, search, redirectUri });
    if (!exchanged.ok) {
      return { ok: false, error: exchanged.error, ...context };
    }
    const { subject, accessToken, refreshToken, expiresIn } = exchanged;
    const next: SessionRecord = {
      signedIn: true,
      session: randomState(),
      subject,
      accessToken,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(expiresIn !== undefined && { expiresAt: now() + expiresIn * 1000 }),
    };
    await record.change(async () => ({ next, result: undefined }));
    // What the token of a sign-up is still asking for is asked anew.
    era += 1;
    show(next);
    store.set(state.isCancelled, false);
    channel.tell({ type: 'signed_in', subject });
    const redirectTo = returnTo ?? localizedPath('/my-page', pending.locale);
    forgetRedirect(localStorage);
    storeFinished(sessionStorage, { state: pending.state, redirectTo });
    return { ok: true, redirectTo };
  }

  async function signOut(): Promise<void> {
    leavingUntil = now() + LEAVING_MS;
    settlingUntil = now() + SETTLING_MS;
    store.set(state.isLeaving, true);
    try {
      await record.change(async () => ({ next: SIGNED_OUT, result: undefined }));
    } catch (error) {
      store.set(state.isLeaving, false);
      throw error;
    }
    show(SIGNED_OUT);
    channel.tell({ type: 'signed_out' });
    forgetRedirect(localStorage);
    page.assign(signOutUrl(idp));
  }

  /**
   * The member has closed the account: every tab says so in place of its screen. The server has ended
   * the sessions already; the cancelled state comes first, so that no guard asks for a sign-in.
   */
  async function accountCancelled(): Promise<void> {
    settlingUntil = now() + SETTLING_MS;
    store.set(state.isCancelled, true);
    await record.change(async () => ({ next: SIGNED_OUT, result: undefined }));
    show(SIGNED_OUT);
    channel.tell({ type: 'cancelled' });
    forgetRedirect(localStorage);
  }

  /** Spec §7: links another account at the provider; it comes back to /confirm-connect-line. */
  function connect(connection = 'line', extras: Readonly<Record<string, string>> = {}): void {
    const query = new URLSearchParams({
      ...extras,
      client_id: idp.clientId,
      ui_locale: idp.locale ?? localeOf(page.pathname),
    });
    const path = `/connections/connect/${encodeURIComponent(connection)}` as const;
    page.assign(`${idpAddress(idp, path)}?${query}`);
  }

  /** GET /userinfo into the store; calls made together share one answer. */
  function loadUser(): Promise<Result<User>> {
    if (loading?.asked === era) return loading.answer;
    const asked = era;
    const answer = askForUser(asked).finally(() => {
      if (loading?.asked === asked) loading = undefined;
    });
    loading = { asked, answer };
    return answer;
  }

  async function askForUser(asked: number): Promise<Result<User>> {
    const current = record.mirror();
    if (current.signedIn && current.refreshToken === undefined) {
      // A sign-up's token is for the provider alone, which may be taking it at this moment.
      return { ok: false, error: { kind: 'session', reason: 'Refresh token is missing' } };
    }
    const answer = await call(getUserinfo);
    // An answer that comes after a sign-out or a change of member is about the member before.
    if (answer.ok && asked === era) {
      store.set(state.user, answer.data);
      store.set(state.userInfo, answer.data);
    }
    return answer;
  }

  const here = () => page.pathname + page.search + page.hash;

  return {
    tokens,
    checkSession,
    requireSession,
    signIn,
    startWithSignUpToken,
    completeSignIn,
    signOut,
    accountCancelled,
    connect,
    rememberRedirect: (redirect) => storeRedirect(localStorage, redirect, origin, now()),
    rememberedRedirect: () => readRedirect(localStorage, origin, now()),
    forgetRedirect: () => forgetRedirect(localStorage),
    loadUser,
    ready,
    end() {
      channel.pause();
      frozenPage.end();
    },
  };
}

const sessionOf = (record: SessionRecord): string | undefined =>
  record.signedIn ? record.session : undefined;
const subjectOf = (record: SessionRecord): string | undefined =>
  record.signedIn ? record.subject : undefined;
