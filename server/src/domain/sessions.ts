import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';

/**
 * Signs a member out everywhere at once: a new password, leaving, «sign out everywhere».
 * @param options.exceptSession the session that asked for it, which goes on
 */
export async function endSessionsOf(
  { db, clock }: DomainContext,
  memberId: string,
  options: { exceptSession?: string } = {},
): Promise<void> {
  const ended = await db
    .update(oidcSessions)
    .set({ endedAt: clock.now(), idHash: null })
    .where(
      and(
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
        options.exceptSession ? ne(oidcSessions.uid, options.exceptSession) : undefined,
      ),
    )
    .returning({ uid: oidcSessions.uid });
  if (ended.length === 0) return;
  const uids = ended.map((session) => session.uid);
  await db.delete(oidcPayloads).where(inArray(oidcPayloads.sessionUid, uids));
}
