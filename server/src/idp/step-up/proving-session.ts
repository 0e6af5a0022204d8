import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { oidcSessions } from '../../db/schema/oidc.ts';
import type { ProvingSession } from '../../domain/account/recent-proof.ts';
import type { DomainContext } from '../../domain/context.ts';

type SessionOfBrowser = { readonly uid: string; readonly accountId?: string | undefined };

/**
 * The session in which a proof counts: of a signed-in member, not ended, and bound to the browser's key.
 * Undefined for any other; a session without a key gets one by signing in again.
 */
export async function provingSessionOf(
  { db, clock }: DomainContext,
  session: SessionOfBrowser | undefined,
): Promise<ProvingSession | undefined> {
  if (!session?.accountId) return undefined;
  const { uid: sessionUid, accountId: memberId } = session;
  const [found] = await db
    .select({ keyThumbprint: oidcSessions.keyThumbprint })
    .from(oidcSessions)
    .where(
      and(
        eq(oidcSessions.uid, sessionUid),
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
        gt(oidcSessions.expiresAt, clock.now()),
        isNotNull(oidcSessions.keyThumbprint),
      ),
    );
  const { keyThumbprint } = found ?? {};
  return keyThumbprint ? { memberId, sessionUid, keyThumbprint } : undefined;
}
