import type { IdentityProviderConfig, Locale, SilentCheck } from '@portal/shared-contract';
import { LIMITS } from '@portal/shared-contract/limits';
import { authorizeUrl } from './authorize-url.ts';
import { challengeOf, randomNonce, randomState, randomVerifier } from './random.ts';

/** `type` of the message that the answering page posts; see silent-check-page.ts. */
export const SILENT_CHECK_MESSAGE = 'portal:silent-check';
/** The limit of the first attempt, which competes with the page for a slow phone's connection: half of the whole check's. */
export const firstAttempt = (silentMs: number): number => silentMs / 2;
/** The answering page posts while it is parsed. A frame that has loaded and not posted shows an error page. */
const POST_AFTER_LOAD_MS = 300;
/** Enough to learn who is signed in; the check wants no refresh token. */
const SILENT_SCOPE = 'openid';

/**
 * Begins the silent login check: `prompt=none` (OpenID Connect Core §3.1.2.1) in a hidden frame, answered by the
 * portal's static page. The page's boot script bundles this module, so it imports no library.
 *
 * @param idToken of the sign-in at another provider, some of which answer nothing without it (OpenID Connect Core
 *   §3.1.2.1)
 * @returns what the exchange of the code needs, and `answer`: the query string that the provider sent, or a rejection
 *   with an Error when it did not answer within `timeoutMs`
 */
export function beginSilentCheck(
  idp: Pick<
    IdentityProviderConfig,
    | 'idpUrl'
    | 'clientId'
    | 'responseType'
    | 'silentRedirectUri'
    | 'locale'
    | 'endpoints'
    | 'authorizeParams'
  >,
  locale: Locale,
  window: Window = globalThis.window,
  timeoutMs = firstAttempt(LIMITS.silent),
  idToken?: string,
): SilentCheck {
  const check = { state: randomState(), nonce: randomNonce(), verifier: randomVerifier() };
  const answer = challengeOf(check.verifier).then((challenge) =>
    answerOfFrame(
      window,
      authorizeUrl(idp, {
        ...check,
        challenge,
        redirectUri: idp.silentRedirectUri,
        scope: SILENT_SCOPE,
        locale: idp.locale ?? locale,
        extras: { prompt: 'none', ...(idToken && { id_token_hint: idToken }) },
      }),
      timeoutMs,
    ),
  );
  // The session handles a failure once it takes the check; until then it must not count as unhandled.
  answer.catch(() => {});
  return { ...check, answer };
}

function answerOfFrame(window: Window, url: string, timeoutMs: number): Promise<string> {
  const { document } = window;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.tabIndex = -1;
  frame.title = 'sign-in';
  frame.setAttribute('aria-hidden', 'true');
  frame.src = url;
  return new Promise<string>((resolve, reject) => {
    const timers = [window.setTimeout(fail, timeoutMs)];
    function fail() {
      end();
      reject(new Error('The identity provider did not answer the silent check'));
    }
    function end() {
      for (const timer of timers) window.clearTimeout(timer);
      window.removeEventListener('message', onMessage);
      frame.remove();
    }
    function onMessage(event: MessageEvent) {
      // Only our own page, and only in the frame that was opened for this check.
      if (event.origin !== window.location.origin || event.source !== frame.contentWindow) return;
      if (event.source === null || event.data?.type !== SILENT_CHECK_MESSAGE) return;
      end();
      resolve(String(event.data.search));
    }
    window.addEventListener('message', onMessage);
    frame.addEventListener('load', () => {
      timers.push(window.setTimeout(fail, POST_AFTER_LOAD_MS));
    });
    (document.body ?? document.documentElement).append(frame);
  });
}
