import {
  answerKey,
  answerRecorder,
  apiHeaders,
  apiSetup,
  rememberedAnswer,
} from '@portal/shared-api';
import { authStore, hasTermsToAccept, userAtom } from '@portal/shared-auth';
import type { Locale, RouteOnPage } from '@portal/shared-contract';

/** How long such an answer counts as the answer to the screen's own call. */
const AHEAD_MS = 10_000;
/** The shell has the member already. */
const MEMBER = '/userinfo';

/**
 * Asks for what a screen of the member will ask for first, as the boot script does for the first page.
 * A failure is nobody's: the screen asks again.
 * @param options.keep the visit may come after that time, and shows the answers at once
 */
export function askForRoute(
  { guard, early: addresses = [] }: RouteOnPage,
  locale: Locale,
  { keep }: { readonly keep: boolean },
): void {
  const { early } = apiSetup();
  const member = authStore.get(userAtom);
  if (guard !== 'session' || !early) return;
  // Until the API has named the member, the stored token may be one that the provider is just taking.
  if (!member || hasTermsToAccept(member)) return;
  for (const address of addresses) {
    const key = answerKey(address, locale);
    if (address === MEMBER || rememberedAnswer(key) || early.has(address)) continue;
    const record = answerRecorder(key);
    const answer = fetchAnswer(address, locale);
    early.set(address, answer);
    asked.set(address, answer);
    setTimeout(() => drop(address, answer), AHEAD_MS);
    answer
      .then(async (response) => {
        if (keep)
          record({ ok: true, status: response.status, body: await response.clone().json() });
      })
      .catch(() => undefined);
  }
}

const asked = new Map<string, Promise<Response>>();

function drop(address: string, answer: Promise<Response>): void {
  const { early } = apiSetup();
  if (early?.get(address) === answer) early.delete(address);
  asked.delete(address);
}

/** The page's language changes: the texts of the answers are in the other one. */
export function dropAnswersAhead(): void {
  for (const [address, answer] of asked) drop(address, answer);
}

async function fetchAnswer(address: string, locale: Locale): Promise<Response> {
  const { config, tokens, fetch = globalThis.fetch } = apiSetup();
  const headers = apiHeaders(config, locale);
  const token = await tokens.accessToken();
  if (token === undefined) throw new Error('Nobody is signed in.');
  headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(config.apiUrl + address, { headers });
  // A token that has ended is renewed by the screen's own call.
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response;
}
