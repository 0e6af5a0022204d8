import type { DomainContext } from '@portal/server-platform/database/database';
import type { ActivityKind } from '@portal/shared-contract';
import { desc, eq, gte, sql } from 'drizzle-orm';
import { type RequestDevice, USER_AGENT_MAX } from './devices.ts';
import { KEEP_EVENTS_MS, memberEvents } from './schema/events.ts';
import type { Member } from './schema/members.ts';

export type MemberEvent = typeof memberEvents.$inferSelect;

/** Records an event of the account; pass in the transaction that causes it. */
export async function recordEvent(
  { db, clock }: DomainContext,
  memberId: string,
  kind: ActivityKind,
  device: RequestDevice = {},
): Promise<void> {
  await db.insert(memberEvents).values(eventRow(memberId, kind, clock.now(), device));
}

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

/** Records a sign-in; returns whether there was one before, true where that is too long ago to be known. */
export async function recordSignIn(
  { db, clock }: DomainContext,
  { id, createdAt }: Pick<Member, 'id' | 'createdAt'>,
  device: RequestDevice,
): Promise<boolean> {
  const now = clock.now();
  const [recorded] = await db
    .insert(memberEvents)
    .values(eventRow(id, 'signed_in', now, device))
    // The statement does not see the row that it inserts.
    .returning({
      before: sql<boolean>`exists (select 1 from ${memberEvents} as earlier
        where earlier.member_id = ${id} and earlier.kind = 'signed_in')`,
    });
  return createdAt.getTime() < now.getTime() - KEEP_EVENTS_MS || recorded?.before === true;
}

/** How many members have signed in since a moment, each time counted. */
export async function signInsSince({ db }: Pick<DomainContext, 'db'>, since: Date) {
  const [row] = await db
    .select({ signIns: sql<number>`count(*) filter (where kind = 'signed_in')::int` })
    .from(memberEvents)
    .where(gte(memberEvents.happenedAt, since));
  return row?.signIns ?? 0;
}

const eventRow = (
  memberId: string,
  kind: ActivityKind,
  happenedAt: Date,
  { userAgent, country }: RequestDevice,
) => ({
  memberId,
  kind,
  happenedAt,
  userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
  country: country ?? null,
});
