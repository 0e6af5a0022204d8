import { oidcSessions } from '@portal/server-members/schema/sessions';
import { REVOCATIONS_MS } from '@portal/server-passports/turnstile/revocation-list';
import type { DomainContext } from '@portal/server-platform/database/context';
import { and, isNotNull, lte } from 'drizzle-orm';
import { oidcPayloads } from '../schema/oidc.ts';
import { purgeProgress } from './progress-store.ts';
import { REPLAY_MS } from './refresh-rotation.ts';

/**
 * Removes what has expired. A used refresh token is kept until it expires, because that is how a
 * second use is detected; only its sealed answer is removed. A session is kept for as long as turnstiles without a
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
