import { oidcSessions } from '@portal/server-members/schema/sessions';
import { and, eq, exists, gt, lte, or } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { turnstileKeys } from './code-format.ts';
import type { TurnstileContext } from './codes.ts';
import { sessionTag } from './grant-format.ts';
import { signRevocations } from './revocation-list-format.ts';

/** The longest that a grant holds (grants.ts): what ended before that is void by its date. */
export const REVOCATIONS_MS = 48 * 60 * 60 * 1000;

/**
 * The list of what has become void in the last two days, for turnstiles without a connection: passports that were
 * offered, given or cancelled, and the sessions that were signed out or have expired of members who have a passport.
 */
export async function listRevocations(context: TurnstileContext): Promise<Buffer> {
  const { db, clock, config } = context;
  const madeAt = clock.now();
  const since = new Date(madeAt.getTime() - REVOCATIONS_MS);
  const changed = await db
    .select({ id: passports.id, version: passports.codeVersion })
    .from(passports)
    .where(and(gt(passports.updatedAt, since), gt(passports.codeVersion, 1)));
  const { uid, memberId, endedAt, expiresAt } = oidcSessions;
  const owned = db.select().from(passports).where(eq(passports.ownerId, memberId));
  const isOver = or(gt(endedAt, since), and(gt(expiresAt, since), lte(expiresAt, madeAt)));
  const ended = await db
    .select({ uid })
    .from(oidcSessions)
    .where(and(isOver, exists(owned)));
  return signRevocations(turnstileKeys(config).signing, {
    madeAt,
    passports: changed,
    sessions: ended.map(({ uid }) => sessionTag(uid)),
  });
}
