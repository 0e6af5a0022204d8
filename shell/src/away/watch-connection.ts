import { connectionIsBack } from '@portal/shared-auth';

const LATEST = '/latest.json';
/** How often a page that is in sight asks. */
const ASK_EVERY_MS = 10_000;
const ANSWER_LIMIT_MS = 5_000;

type Options = {
  /** Called once, when the portal has answered again. */
  readonly onBack: () => void;
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * Asks for the portal while there is no connection: at once when the browser reports one or the page comes
 * into sight, and every ten seconds.
 * @returns a function that ends it
 */
export function watchConnection({ onBack, fetch = globalThis.fetch }: Options): () => void {
  let isEnded = false;
  const ask = async () => {
    if (isEnded || document.hidden) return;
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(LATEST, { cache: 'no-store', signal }).catch(() => undefined);
    if (isEnded || !answer?.ok) return;
    end();
    connectionIsBack();
    onBack();
  };
  const askNow = () => void ask();
  const timer = setInterval(askNow, ASK_EVERY_MS);
  window.addEventListener('online', askNow);
  document.addEventListener('visibilitychange', askNow);
  function end(): void {
    isEnded = true;
    clearInterval(timer);
    window.removeEventListener('online', askNow);
    document.removeEventListener('visibilitychange', askNow);
  }
  return end;
}
