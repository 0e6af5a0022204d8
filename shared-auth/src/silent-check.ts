import type { IdentityProviderConfig, Locale, SilentCheck } from '@portal/shared-contract';
import { authorizeUrl } from './authorize-url.ts';
import { challengeOf, randomNonce, randomState, randomVerifier } from './random.ts';
import { SILENT_CHECK_MESSAGE } from './silent-check-page.ts';

/** One attempt; the whole check with its retries ends after 8 s (decisions.md «Sign-in»). */
export const SILENT_ATTEMPT_MS = 4000;
/** The answering page posts while it is parsed: a frame that has loaded without a word is an error page. */
const SILENCE_AFTER_LOAD_MS = 300;
/** Enough to ask who is signed in; no refresh token is wanted. */
const SILENT_SCOPE = 'openid';

/**
 * Begins the silent login check: `prompt=none` in a hidden frame, answered by the portal's static
 * page. Used by the page's boot script and by shared-auth, so it needs nothing but the browser.
 * `answer` rejects with an Error when the provider cannot be reached.
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
  timeoutMs = SILENT_ATTEMPT_MS,
): SilentCheck {
  const check = { state: randomState(), nonce: randomNonce(), verifier: randomVerifier() };
  const answer = challengeOf(check.verifier).then((challenge) =>
    answerOfFrame(
      window,
      `${authorizeUrl(idp, {
        ...check,
        challenge,
        redirectUri: idp.silentRedirectUri,
        scope: SILENT_SCOPE,
        locale: idp.locale ?? locale,
        extras: { prompt: 'none' },
      })}`,
      timeoutMs,
    ),
  );
  // Whoever takes the check over handles the failure; until then it is not an unhandled one.
  answer.catch(() => {});
  return { ...check, answer };
}

function answerOfFrame(window: Window, url: string, timeoutMs: number): Promise<string> {
  const { document } = window;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.tabIndex = -1;
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
      window.removeEventListener('message', hear);
      frame.remove();
    }
    function hear(event: MessageEvent) {
      // Only our own page, and only in the frame that was opened for this check.
      if (event.origin !== window.location.origin || event.source !== frame.contentWindow) return;
      if (event.source === null || event.data?.type !== SILENT_CHECK_MESSAGE) return;
      end();
      resolve(String(event.data.search));
    }
    window.addEventListener('message', hear);
    frame.addEventListener('load', () => {
      timers.push(window.setTimeout(fail, SILENCE_AFTER_LOAD_MS));
    });
    (document.body ?? document.documentElement).append(frame);
  });
}
