import type { Locale } from '@portal/shared-contract';
import { localizedPath } from '@portal/shared-i18n';
import { state } from '../atoms.ts';
import { keepConfirmedAct } from '../confirmed-act.ts';
import { tokenEndpoint } from '../idp-address.ts';
import { exchangeCode, keepsBrowserKey, proveBrowser } from '../lazy-protocol.ts';
import { HOME_PATH } from '../paths.ts';
import type { ExchangedCode } from '../protocol.ts';
import { randomState } from '../random.ts';
import { passReloadGuard } from '../reload-guard.ts';
import type { SessionContext } from './context.ts';
import { finishedReturnTo, storeFinishedSignIn, takePendingSignIn } from './pending-sign-in.ts';
import type { SessionRecord } from './session-record.ts';

export type SignInCompletion =
  | {
      readonly ok: true;
      readonly returnTo: string;
      /** The member was signed in already and has confirmed an act: they go back to where they were. */
      readonly confirmed?: true;
    }
  | {
      readonly ok: false;
      /** `codeVerifier not found`, `state_mismatch`, `invalid_response`, `unreachable`, or the provider's own error. */
      readonly error: string;
      /** The language in which the sign-in began, where that is known. */
      readonly locale?: Locale;
      /** Where the member was going: the returnTo of another sign-in. */
      readonly returnTo?: string;
      /** The member left to confirm an act, and has not. */
      readonly unconfirmed?: true;
    };

/**
 * Handles the provider's answer on the callback page. Each answer is handled once, however often the page asks for it.
 */
export function createCompleteSignIn(
  context: SessionContext,
): (search: string) => Promise<SignInCompletion> {
  const completions = new Map<string, Promise<SignInCompletion>>();
  return (search) => {
    const completion = completions.get(search) ?? completeSignIn(context, search);
    completions.set(search, completion);
    return completion;
  };
}

async function completeSignIn(context: SessionContext, search: string): Promise<SignInCompletion> {
  const { idp, provider, platform, record } = context;
  const answer = new URLSearchParams(search);
  const finished = finishedReturnTo(platform, answer.get('state'));
  if (finished !== undefined && record.mirror().signedIn) return { ok: true, returnTo: finished };

  const pending = takePendingSignIn(platform);
  const returnTo = pending?.returnTo ?? context.returnTo.remembered()?.returnTo;
  const failed = (error: string): SignInCompletion => ({
    ok: false,
    error,
    ...(pending && { locale: pending.locale }),
    ...(returnTo !== undefined && { returnTo }),
    ...(pending?.confirms && { unconfirmed: true }),
  });
  if (pending === undefined) {
    // A browser that has lost this sign-in on the way has lost the guard too, and would start the next at once.
    if (answer.has('code')) passReloadGuard(platform.sessionStorage, platform.now());
    return failed('codeVerifier not found');
  }

  const { redirectUri } = idp;
  const browserProof = await proveBrowser(context.database, {
    method: 'POST',
    url: tokenEndpoint(idp),
    accessToken: undefined,
    now: platform.now(),
  });
  const exchanged = await exchangeCode(provider, {
    ...pending,
    search,
    redirectUri,
    browserProof,
    provesRenewals: await keepsBrowserKey(context.database),
  });
  if (!exchanged.ok) return failed(exchanged.error);
  await startSession(context, exchanged);
  const finalReturnTo = returnTo ?? localizedPath(HOME_PATH, pending.locale);
  context.returnTo.forget();
  storeFinishedSignIn(platform, { state: pending.state, returnTo: finalReturnTo });
  if (!pending.confirms) return { ok: true, returnTo: finalReturnTo };
  const { act, place, subject } = pending.confirms;
  if (subject === exchanged.subject) keepConfirmedAct(platform, { act, place });
  return { ok: true, returnTo: finalReturnTo, confirmed: true };
}

async function startSession(
  { record, shown, store, channel, platform: { now } }: SessionContext,
  { subject, accessToken, refreshToken, expiresIn, idToken }: ExchangedCode,
): Promise<void> {
  const next: SessionRecord = {
    signedIn: true,
    session: randomState(),
    subject,
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresIn !== undefined && { expiresAt: now() + expiresIn * 1000 }),
    idToken,
  };
  await record.replace(next);
  // Answers to calls with the token of a sign-up do not count for the new session.
  shown.startNewVersion();
  shown.show(next);
  store.set(state.isCancelled, false);
  channel.broadcast({ type: 'signed_in', subject });
}
