import { waitToRetry } from '@portal/shared-api/retry-delay';
import { UNREACHABLE } from '@portal/shared-api/tokens';
import type { TokenRenewal } from '@portal/shared-contract';
import type { Platform } from '../platform.ts';
import { proveRenewal, renewTokens } from '../refresh-grant.ts';
import type { SessionContext } from './context.ts';
import { type SessionRecord, SIGNED_OUT } from './session-record.ts';

/** After a broken connection the provider repeats its answer for 10 s; a busy one says how long to wait. */
const RENEW_ATTEMPTS = 2;

/**
 * Renews the access token, one tab at a time. A tab whose turn comes later finds the newer token in
 * the record and uses it, so that any number of tabs make one token call (RFC 6749 §6).
 *
 * Only the provider's refusal ends the session. Without an answer (no network, a server in trouble, a tab that hangs)
 * the tokens stay and the result is `unreachable`.
 *
 * The page's boot script bundles this module, so it imports no library.
 *
 * @param stale the access token that this tab had
 * @param reason why it needs another. A tab reads the mirror's values one by one and may see a newer
 *   token beside the time at which the one before expired: the record says when its token expires.
 */
export function renewInTurn(
  {
    record,
    database,
    provider,
    platform: { now },
  }: Pick<SessionContext, 'record' | 'database' | 'provider'> & { platform: Pick<Platform, 'now'> },
  stale: string,
  reason: 'refused' | 'expired',
): Promise<TokenRenewal> {
  const renewal = record.change<TokenRenewal>(async (current) => {
    const isAlive = reason === 'expired' && current.signedIn && now() < (current.expiresAt ?? 0);
    if (current.signedIn && (isAlive || current.accessToken !== stale)) {
      // `next` repeats the record: a mirror that lost its values gets them back.
      return { next: current, result: { result: { ok: true, accessToken: current.accessToken } } };
    }
    if (!current.signedIn || current.refreshToken === undefined) {
      return endOfSession(current, 'Refresh token is missing');
    }
    const proof = await proveRenewal(database, provider, current.refreshToken, now());
    for (let attempt = 1; ; attempt += 1) {
      const renewed = await renewTokens(provider, current.refreshToken, proof);
      if (renewed.ok) {
        const { accessToken, refreshToken = current.refreshToken, expiresIn, member } = renewed;
        const expiresAt = expiresIn === undefined ? undefined : now() + expiresIn * 1000;
        return {
          next: { ...current, accessToken, refreshToken, expiresAt },
          result: { result: { ok: true, accessToken }, ...(member && { member }) },
        };
      }
      if (isRefusal(renewed.error, provider)) return endOfSession(current, renewed.error);
      if (renewed.error !== UNREACHABLE || attempt === RENEW_ATTEMPTS) {
        return { result: { result: { ok: false, reason: renewed.error } } };
      }
      await waitToRetry(renewed.response);
    }
  });
  // Another tab has kept the record for too long.
  return renewal.catch(() => ({ result: { ok: false, reason: UNREACHABLE } }));
}

/**
 * Whether the refresh token is not valid (RFC 6749 §5.2). LemonLDAP::NG says `invalid_request` of one that it does not
 * know.
 */
const isRefusal = (error: string, { idp }: SessionContext['provider']): boolean =>
  error === 'invalid_grant' || (idp.endpoints !== undefined && error === 'invalid_request');

const endOfSession = (current: SessionRecord, reason: string) => ({
  next: current.signedIn ? SIGNED_OUT : undefined,
  result: { signedOut: current.signedIn, result: { ok: false as const, reason } },
});
