import type { PortalConfig, TokenRenewal } from '@portal/shared-contract';
import { currentPlatform, type Platform } from './platform.ts';
import { renewInTurn } from './session/renew.ts';
import { createRecordStore } from './session/session-record.ts';
import { openSessionDatabase } from './session-database.ts';

/**
 * Renews the stored access token, which has ended, before the session has started: in turn with every tab's session, by
 * the same lock and record. The page's boot script bundles this module, so it imports no library.
 *
 * @returns undefined where local storage names no session that can be renewed
 */
export function beginRenewal(
  { idp, limits }: Pick<PortalConfig, 'idp' | 'limits'>,
  platform: Pick<
    Platform,
    'localStorage' | 'indexedDB' | 'locks' | 'fetch' | 'now'
  > = currentPlatform(),
): Promise<TokenRenewal> | undefined {
  const database = openSessionDatabase(platform.indexedDB);
  const record = createRecordStore(platform, database);
  const stored = record.mirror();
  if (!stored.signedIn || stored.refreshToken === undefined) return undefined;
  const provider = { idp, limits, fetch: platform.fetch };
  const renewal = renewInTurn(
    { record, database, provider, platform },
    stored.accessToken,
    'expired',
  );
  // The session handles a failure once it takes the renewal; until then it must not count as unhandled.
  renewal.catch(() => {});
  return renewal;
}
