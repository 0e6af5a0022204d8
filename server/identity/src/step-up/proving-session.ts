import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { ProvingSession } from '@portal/server-members/step-ups';
import type { DomainContext } from '@portal/server-platform/database/context';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';

type SessionOfBrowser = { readonly uid: string; readonly accountId?: string | undefined };

/**
 * The session in which a step-up counts: of a signed-in member, not ended, and bound to the browser's key.
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
