import { type RefreshResult, type TokenSource, UNREACHABLE } from '@portal/shared-api';
import { state } from '../atoms.ts';
import type { SessionContext } from './context.ts';
import { renewInTurn } from './renew.ts';
import { showSignedOut } from './sign-out.ts';

/**
 * Where shared-api gets its bearer token: the stored one, renewed first where it has expired.
 * @param onUnreachable called when a renewal did not reach the provider
 */
export function createTokenSource(context: SessionContext, onUnreachable: () => void): TokenSource {
  const { record, store, platform } = context;
  let renewing: Promise<RefreshResult> | undefined;

  /** This tab's calls share one renewal; `renewInTurn` makes the tabs share it. */
  function refresh(stale: string): Promise<RefreshResult> {
    renewing ??= renew(stale).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renew(stale: string): Promise<RefreshResult> {
    const { signedOut, result } = await renewInTurn(context, stale);
    if (signedOut) showSignedOut(context);
    if (result.ok) store.set(state.sessionNotice, null);
    else if (result.reason === UNREACHABLE) onUnreachable();
    return result;
  }

  async function accessToken(): Promise<string | undefined> {
    const renewed = await renewing;
    if (renewed?.ok) return renewed.accessToken;
    const current = record.mirror();
    if (!current.signedIn) return undefined;
    const isExpired = current.expiresAt !== undefined && platform.now() >= current.expiresAt;
    if (!isExpired) return current.accessToken;
    // The API would refuse it: renew first.
    const result = await refresh(current.accessToken);
    return result.ok ? result.accessToken : current.accessToken;
  }

  return { accessToken, refresh };
}
