import { and, isNotNull, lte } from 'drizzle-orm';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { REVOCATIONS_MS } from '../domain/passports/revocation-list.ts';
import { REPLAY_MS } from './refresh-rotation.ts';
import { purgeProgress } from './sign-in/progress-store.ts';

/**
 * Removes what has expired. A used refresh token is kept until it expires, because that is how a
 * second use is detected; only its sealed answer is removed. A session is kept for as long as gates without a
 * connection must know that it is over. Safe to run on every replica at any time.
 */
export async function purgeIdp(context: DomainContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await db.delete(oidcPayloads).where(lte(oidcPayloads.expiresAt, now));
  await purgeProgress(context);
  const listed = new Date(now.getTime() - REVOCATIONS_MS);
  await db.delete(oidcSessions).where(lte(oidcSessions.expiresAt, listed));
  await db
    .update(oidcPayloads)
    .set({ sealedAnswer: null })
    .where(
      and(
        isNotNull(oidcPayloads.sealedAnswer),
        lte(oidcPayloads.consumedAt, new Date(now.getTime() - REPLAY_MS)),
      ),
    );
}
