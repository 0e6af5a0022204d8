import { type RenewalResult, type TokenSource, UNREACHABLE } from '@portal/shared-api';
import type { TokenRenewal } from '@portal/shared-contract';
import { state } from '../atoms.ts';
import type { SessionContext } from './context.ts';
import { showSignedOut } from './sign-out.ts';

/**
 * Where shared-api gets its bearer token: the stored one, renewed first where it has expired.
 * @param onUnreachable called when a renewal did not reach the provider
 * @param begun the renewal that the page's boot script has begun
 */
export function createTokenSource(
  context: SessionContext,
  onUnreachable: () => void,
  begun: Promise<TokenRenewal> | undefined,
): TokenSource {
  const { record, store, platform } = context;
  let renewing: Promise<RenewalResult> | undefined;
  if (begun) follow(begun).catch(() => {});

  /**
   * This tab's calls share one renewal; `renewInTurn` makes the tabs share it. Its code comes with the first: a page
   * whose token has ended before it was opened has the boot script's.
   */
  const renew = (stale: string, reason: 'refused' | 'expired'): Promise<RenewalResult> =>
    renewing ??
    follow(
      import('./renew.ts').then(
        ({ renewInTurn }) => renewInTurn(context, stale, reason),
        () => ({ result: { ok: false, reason: UNREACHABLE } }),
      ),
    );

  function follow(renewal: Promise<TokenRenewal>): Promise<RenewalResult> {
    renewing = renewal.then(show).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  function show({ signedOut, result }: TokenRenewal): RenewalResult {
    // Another tab may have signed in since the boot script's renewal was refused.
    if (signedOut && !record.mirror().signedIn) showSignedOut(context);
    if (result.ok) store.set(state.sessionNotice, null);
    else if (result.reason === UNREACHABLE) onUnreachable();
    return result;
  }

  async function accessToken(): Promise<string | undefined> {
    const renewed = await renewing?.catch(() => undefined);
    if (renewed?.ok) return renewed.accessToken;
    const current = record.mirror();
    if (!current.signedIn) return undefined;
    const isExpired = current.expiresAt !== undefined && platform.now() >= current.expiresAt;
    if (!isExpired) return current.accessToken;
    // The API would refuse it: renew first.
    const result = await renew(current.accessToken, 'expired');
    return result.ok ? result.accessToken : current.accessToken;
  }

  return { accessToken, renew: (stale) => renew(stale, 'refused') };
}
