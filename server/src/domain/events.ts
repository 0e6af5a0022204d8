import type { ActivityKind } from '@portal/shared-contract';
import { and, desc, eq, lt } from 'drizzle-orm';
import { memberEvents } from '../db/schema/events.ts';
import type { Member } from '../db/schema/members.ts';
import type { DomainContext } from './context.ts';
import { type RequestDevice, USER_AGENT_MAX } from './devices.ts';

export type MemberEvent = typeof memberEvents.$inferSelect;

/** How long events are kept. */
const KEEP_MS = 400 * 24 * 60 * 60 * 1000;

/** Records an event of the account; pass in the transaction that causes it. */
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

/** The events of a member, newest first. */
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

/** Whether the member has signed in before; true when that is too long ago to be known. */
export async function hasSignedIn(
  { db, clock }: DomainContext,
  { id, createdAt }: Pick<Member, 'id' | 'createdAt'>,
): Promise<boolean> {
  if (createdAt.getTime() < clock.now().getTime() - KEEP_MS) return true;
  const [found] = await db
    .select({ id: memberEvents.id })
    .from(memberEvents)
    .where(and(eq(memberEvents.memberId, id), eq(memberEvents.kind, 'signed_in')))
    .limit(1);
  return found !== undefined;
}

export async function purgeEvents({ db, clock }: DomainContext): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEEP_MS);
  await db.delete(memberEvents).where(lt(memberEvents.happenedAt, oldest));
}
