import type { ActivityKind } from '@portal/shared-contract';
import { desc, eq, lt } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { memberEvents } from '../db/schema/events.ts';
import { type RequestDevice, USER_AGENT_MAX } from './devices.ts';

export type MemberEvent = typeof memberEvents.$inferSelect;

/** As long as a member may want to look back. */
const KEEP_MS = 400 * 24 * 60 * 60 * 1000;

/** Writes down what has happened; hand in the transaction that does it. */
export async function recordEvent(
  { db, clock }: DomainContext,
  memberId: string,
  kind: ActivityKind,
  { userAgent, country }: RequestDevice = {},
): Promise<void> {
  await db.insert(memberEvents).values({
    memberId,
    kind,
    happenedAt: clock.now(),
    userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    country: country ?? null,
  });
}

/** The newest first. */
export function listEvents(
  { db }: DomainContext,
  memberId: string,
  limit: number,
): Promise<MemberEvent[]> {
  return db
    .select()
    .from(memberEvents)
    .where(eq(memberEvents.memberId, memberId))
    .orderBy(desc(memberEvents.happenedAt), desc(memberEvents.id))
    .limit(limit);
}

export async function purgeEvents({ db, clock }: DomainContext): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEEP_MS);
  await db.delete(memberEvents).where(lt(memberEvents.happenedAt, oldest));
}
