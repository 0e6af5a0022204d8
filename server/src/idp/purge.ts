import { and, isNotNull, lte } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { oidcPayloads, oidcRefreshClaims, oidcSessions } from '../db/schema/oidc.ts';
import { REPLAY_MS } from './refresh-claims.ts';

/**
 * Removes what has ended. A claim stays as long as its token, because that is how a second use of
 * the token is known; only the answer in it goes. Safe to run on every replica at any time.
 */
export async function purgeIdp({ db, clock }: DomainContext): Promise<void> {
  const now = clock.now();
  await db.delete(oidcPayloads).where(lte(oidcPayloads.expiresAt, now));
  await db.delete(oidcSessions).where(lte(oidcSessions.expiresAt, now));
  await db.delete(oidcRefreshClaims).where(lte(oidcRefreshClaims.expiresAt, now));
  await db
    .update(oidcRefreshClaims)
    .set({ sealedAnswer: null })
    .where(
      and(
        isNotNull(oidcRefreshClaims.sealedAnswer),
        lte(oidcRefreshClaims.answeredAt, new Date(now.getTime() - REPLAY_MS)),
      ),
    );
}
