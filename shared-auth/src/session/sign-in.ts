import { localeOf } from '@portal/shared-i18n';
import { forgetMember, state } from '../atoms.ts';
import { authorizeUrl } from '../authorize-url.ts';
import type { ConfirmedAct } from '../confirmed-act.ts';
import { challengeOf, randomNonce, randomState, randomVerifier } from '../random.ts';
import { passReloadGuard } from '../reload-guard.ts';
import { parseReturnTo } from '../return-to.ts';
import { REDIRECT_URI } from '../stored-names.ts';
import type { SessionContext } from './context.ts';
import { storePendingSignIn } from './pending-sign-in.ts';
import { subjectOf } from './session-record.ts';

/** OpenID Connect Core §3.1.2.1: the provider asks again. Ours knows `act` and asks for a step-up instead. */
const ASK_NOW = { prompt: 'login', max_age: '0' };

export type SignInOptions = {
  /** Where to go afterwards: an address of this origin; anything else is ignored. */
  readonly returnTo?: string;
  /** The access token of a fresh sign-up. */
  readonly token?: string;
  /** Further parameters of the authorization request; they replace none of its own. */
  readonly extras?: Readonly<Record<string, string>>;
  /** The act that the member leaves to confirm, which the provider is to name. */
  readonly confirms?: ConfirmedAct;
  /** Nobody asked for it: it starts at most once in 10 s, so that a provider cannot make a loop of it. */
  readonly automatic?: boolean;
};

/**
 * Goes to the provider's sign-in page.
 * @returns false where it did not, because the page is leaving for a sign-out, an automatic sign-in
 * has started within the last 10 s, or the browser does not store what the answer needs; the page then says so
 */
export async function signIn(context: SessionContext, asked: SignInOptions = {}): Promise<boolean> {
  const { token, extras, automatic, confirms } = asked;
  const { idp, platform, recentSignOut, record, store, traces } = context;
  const { page, localStorage, sessionStorage, now } = platform;
  if (recentSignOut.isLeavingPage()) return false;
  if (!record.mirror().signedIn) {
    // What this sign-in stores must not go with what the last member has left.
    const returnTo = localStorage.get(REDIRECT_URI);
    await traces.remove();
    localStorage.set(REDIRECT_URI, returnTo);
  }
  if (automatic && !passReloadGuard(sessionStorage, now())) return false;
  const locale = localeOf(page.pathname);
  const returnTo = parseReturnTo(asked.returnTo, page.origin);
  const verifier = randomVerifier();
  const sent = { state: randomState(), nonce: randomNonce() };
  const challenge = await challengeOf(verifier);
  const leaves = confirms && { ...confirms, subject: subjectOf(record.mirror()) };
  if (!storePendingSignIn(platform, { ...sent, verifier, locale, returnTo, confirms: leaves })) {
    const retry = () => signIn(context, { ...asked, automatic: false });
    store.set(state.sessionNotice, { kind: 'not_stored', retry });
    return false;
  }
  page.assign(
    authorizeUrl(idp, {
      ...sent,
      challenge,
      redirectUri: idp.redirectUri,
      scope: idp.scope,
      locale: idp.locale ?? locale,
      token,
      extras: confirms ? { ...extras, ...ASK_NOW, act: confirms.act } : extras,
    }),
  );
  return true;
}

/** Marks the member of a fresh sign-up signed in and starts an authorization. */
export async function startWithSignUpToken(
  context: SessionContext,
  token: string,
  options: Pick<SignInOptions, 'returnTo'> = {},
): Promise<void> {
  const next = { signedIn: true, session: randomState(), accessToken: token } as const;
  await context.record.replace(next);
  forgetMember(context.store);
  context.shown.show(next);
  context.channel.broadcast({ type: 'signed_in' });
  await signIn(context, { ...options, token });
}
