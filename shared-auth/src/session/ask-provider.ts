import type { SilentCheck } from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import { withDeadline } from '@portal/shared-contract/with-deadline';
import { exchangeCode } from '../lazy-protocol.ts';
import type { Provider } from '../provider.ts';
import { firstAttempt } from '../silent-check.ts';

/** What the silent login check says. */
export type CheckOutcome =
  | { readonly kind: 'logged_in'; readonly subject: string }
  | { readonly kind: 'login_required' }
  | { readonly kind: 'unknown' };
const UNKNOWN: CheckOutcome = { kind: 'unknown' };

/** The share of each attempt in the limit of the whole check; after them the outcome is unknown. */
const attemptsOf = (ms: number) => [firstAttempt(ms), ms / 4, ms / 4];
/** The wait before each retry: a provider that fails at once gets a moment to come back. */
const RETRY_WAITS_MS = [250, 500];

/** OpenID Connect Core §3.1.2.6: the provider would have to show a page, so nobody is signed in. */
const NEEDS_A_PAGE = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

/**
 * Asks the provider who is signed in, with retries.
 * @param begin starts an attempt that ends after so many ms
 * @param first an attempt already under way, used instead of the first one
 * @param signedIn whether there is a session here. Then only a second attempt is believed that nobody is signed in: while
 *   another tab comes back from the provider, the session there gets a new id, which the first did not have yet.
 * @param now in ms since 1970
 */
export async function askProvider(
  provider: Provider,
  begin: (timeoutMs: number) => SilentCheck,
  first: SilentCheck | undefined,
  { now, signedIn }: { readonly now: () => number; readonly signedIn: boolean },
): Promise<CheckOutcome> {
  const { silent } = limitsOf(provider);
  const end = now() + silent;
  for (const [attempt, limit] of attemptsOf(silent).entries()) {
    if (attempt > 0) await wait(RETRY_WAITS_MS[attempt - 1] ?? 0);
    const ms = Math.min(limit, end - now());
    if (ms <= 0) break;
    const check = attempt === 0 && first ? first : begin(ms);
    const outcome = await withDeadline(oneAttempt(provider, check), ms).catch(() => UNKNOWN);
    const isBelieved = outcome.kind === 'logged_in' || !signedIn || attempt > 0;
    if (outcome.kind !== 'unknown' && isBelieved) return outcome;
  }
  return UNKNOWN;
}

async function oneAttempt(provider: Provider, check: SilentCheck): Promise<CheckOutcome> {
  const search = await check.answer;
  const redirectUri = provider.idp.silentRedirectUri;
  const exchanged = await exchangeCode(provider, { ...check, search, redirectUri });
  if (exchanged.ok) return { kind: 'logged_in', subject: exchanged.subject };
  return NEEDS_A_PAGE.includes(exchanged.error) ? { kind: 'login_required' } : UNKNOWN;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
