import { authStore, connectionIsBack, isAwayAtom } from '@portal/shared-auth';
import { getUserinfo } from '@portal/shared-contract';

const LATEST = '/latest.json';
/** How often a page that is in sight asks. */
const ASK_EVERY_MS = 10_000;
const ANSWER_LIMIT_MS = 5_000;

type Options = {
  /** Called once, when the portal or its API has answered again. */
  readonly onBack: () => void;
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * Asks for the portal while there is no connection: at once, when the browser reports one or the page comes
 * into sight, and every ten seconds. An answer to a call of the API ends it too.
 * @returns a function that ends it
 */
export function watchConnection({ onBack, fetch = globalThis.fetch }: Options): () => void {
  let isEnded = false;
  const hasAnswered = async (url: string, isAnswer: (answer: Response) => boolean) => {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(url, { cache: 'no-store', signal }).catch(() => undefined);
    return answer !== undefined && isAnswer(answer);
  };
  const ask = async () => {
    if (isEnded || document.hidden) return;
    const isBack =
      (await hasAnswered(LATEST, ({ ok }) => ok)) ||
      (await hasAnswered(window.portal.config.apiUrl + getUserinfo.path, isOfApi));
    if (isBack && !isEnded) connectionIsBack();
  };
  const askNow = () => void ask();
  const timer = setInterval(askNow, ASK_EVERY_MS);
  window.addEventListener('online', askNow);
  document.addEventListener('visibilitychange', askNow);
  const unsubscribe = authStore.sub(isAwayAtom, () => {
    if (authStore.get(isAwayAtom)) return;
    end();
    onBack();
  });
  askNow();
  function end(): void {
    isEnded = true;
    clearInterval(timer);
    window.removeEventListener('online', askNow);
    document.removeEventListener('visibilitychange', askNow);
    unsubscribe();
  }
  return end;
}

/** Asked without a token, the API refuses in its own format; the page of a hotel's network has another. */
const isOfApi = ({ status, headers }: Response): boolean =>
  status < 500 && /^application\/(problem\+)?json\b/i.test(headers.get('content-type') ?? '');
