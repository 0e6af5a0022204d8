import { createHash } from 'node:crypto';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/context';
import { and, eq, sql } from 'drizzle-orm';
import { oidcPayloads } from '../schema/oidc.ts';

/**
 * The id of the one grant per session and client. It is derived from them, so that two tabs that
 * authorize at the same time write the same grant. With two grants, one would void the other's tokens.
 */
export function grantIdOf(sessionUid: string, clientId: string, endedGrants: number): string {
  return createHash('sha256')
    .update(JSON.stringify([sessionUid, clientId, endedGrants]))
    .digest('base64url');
}

/** The number of grants of this session that ended because a refresh token was reused. */
export async function countEndedGrants({ db }: DomainContext, sessionUid: string): Promise<number> {
  const [session] = await db
    .select({ ended: oidcSessions.endedGrants })
    .from(oidcSessions)
    .where(eq(oidcSessions.uid, sessionUid));
  return session?.ended ?? 0;
}

/**
 * Ends the grant of a refresh token and all its tokens. The session continues,
 * because whoever stole the token does not have the session's cookie.
 */
export async function endGrantOfRefreshToken(
  { db }: DomainContext,
  parentHash: string,
): Promise<void> {
  const [parent] = await db
    .select({ grantId: oidcPayloads.grantId, sessionUid: oidcPayloads.sessionUid })
    .from(oidcPayloads)
    .where(and(eq(oidcPayloads.kind, 'RefreshToken'), eq(oidcPayloads.idHash, parentHash)));
  if (!parent?.grantId) return;
  if (parent.sessionUid) {
    await db
      .update(oidcSessions)
      .set({ endedGrants: sql`${oidcSessions.endedGrants} + 1` })
      .where(eq(oidcSessions.uid, parent.sessionUid));
  }
  await db.delete(oidcPayloads).where(eq(oidcPayloads.grantId, parent.grantId));
}
