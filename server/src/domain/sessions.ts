import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';

/** A sign-in that is still good, as a member recognises it. */
export type DeviceSession = {
  /** Names it and opens nothing. */
  readonly id: string;
  readonly userAgent: string | null;
  /** ISO 3166-1 alpha-2, where the edge says so. */
  readonly country: string | null;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
};

/** Where a member is signed in, the last seen first. */
export async function listSessions(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<DeviceSession[]> {
  return db
    .select({
      id: oidcSessions.uid,
      userAgent: oidcSessions.userAgent,
      country: oidcSessions.country,
      signedInAt: oidcSessions.createdAt,
      lastSeenAt: oidcSessions.lastSeenAt,
    })
    .from(oidcSessions)
    .where(
      and(
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
        gt(oidcSessions.expiresAt, clock.now()),
      ),
    )
    .orderBy(desc(oidcSessions.lastSeenAt), desc(oidcSessions.createdAt));
}

/**
 * Signs one device of a member out, at once. `unknown` for a session that is not theirs, and for one
 * that has ended already.
 */
export async function endSession(
  { db, clock }: DomainContext,
  memberId: string,
  id: string,
): Promise<'ended' | 'unknown'> {
  const ended = await db
    .update(oidcSessions)
    .set({ endedAt: clock.now(), idHash: null })
    .where(
      and(
        eq(oidcSessions.uid, id),
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
      ),
    )
    .returning({ uid: oidcSessions.uid });
  if (ended.length === 0) return 'unknown';
  await db.delete(oidcPayloads).where(eq(oidcPayloads.sessionUid, id));
  return 'ended';
}

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
