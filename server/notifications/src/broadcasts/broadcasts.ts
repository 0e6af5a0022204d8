import { members } from '@portal/server-members/schema/members';
import {
  type DomainContext,
  inTransaction,
  notify,
  queryRows,
} from '@portal/server-platform/database/database';
import { and, desc, eq, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { broadcasts } from '../schema/broadcasts.ts';
import { notifications } from '../schema/notifications.ts';

/** Notified when a broadcast comes out or is withdrawn. It has no payload, because it concerns many. */
export const BROADCASTS_CHANNEL = 'broadcasts';

export type Broadcast = typeof broadcasts.$inferSelect;
export type NewBroadcast = Pick<
  Broadcast,
  | 'id'
  | 'title'
  | 'body'
  | 'externalLink'
  | 'locale'
  | 'country'
  | 'withPassport'
  | 'optedIn'
  | 'byMail'
  | 'byPush'
  | 'createdBy'
> & {
  /** A second person lets it out: see {@link approveBroadcast}. */
  readonly waitsForApproval?: boolean;
  /** Undefined for now. */
  readonly publishedAt?: Date | undefined;
};

const LISTED = 20;

/**
 * Sends a notification to a segment of the members, or to all: one row, at once or at its time. Open tabs are
 * informed at the commit; of one that is dated ahead, within 15 s of its time.
 * @returns the one that was sent before with the same id, if there is one; `past` for a time that is over
 */
export function sendBroadcast(
  { db, clock }: DomainContext,
  { publishedAt, ...broadcast }: NewBroadcast,
): Promise<Broadcast | 'past'> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const known = await findBroadcast({ db: tx }, broadcast.id);
    if (known) return known;
    if (publishedAt && publishedAt < now) return 'past';
    const [sent] = await tx
      .insert(broadcasts)
      .values({
        ...broadcast,
        publishedAt: publishedAt ?? now,
        withdrawnAt: broadcast.waitsForApproval ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    const first = sent ?? (await findBroadcast({ db: tx }, broadcast.id));
    if (!first) throw new Error('An insert answered no row');
    if (sent && !publishedAt && !sent.waitsForApproval) await notify(tx, BROADCASTS_CHANNEL, '');
    return first;
  });
}

/** Lets out a broadcast that waits; undefined if there is none, `same_person` for whoever has sent it. */
export function approveBroadcast(
  { db, clock }: DomainContext,
  id: string,
  by: string,
): Promise<Broadcast | 'same_person' | undefined> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const [waiting] = await tx
      .select()
      .from(broadcasts)
      .where(and(eq(broadcasts.id, id), eq(broadcasts.waitsForApproval, true)))
      .for('update');
    if (!waiting) return undefined;
    if (waiting.createdBy === by) return 'same_person';
    const [approved] = await tx
      .update(broadcasts)
      .set({
        waitsForApproval: false,
        withdrawnAt: null,
        publishedAt: new Date(Math.max(waiting.publishedAt.getTime(), now.getTime())),
        createdBy: `${waiting.createdBy}, ${by}`,
      })
      .where(eq(broadcasts.id, id))
      .returning();
    if (waiting.publishedAt <= now) await notify(tx, BROADCASTS_CHANNEL, '');
    return approved;
  });
}

/** Takes a broadcast out of every list, and ends its waves. @returns undefined if there is none */
export function withdrawBroadcast(
  { db, clock }: DomainContext,
  id: string,
): Promise<Broadcast | undefined> {
  return inTransaction(db, async (tx) => {
    const [withdrawn] = await tx
      .update(broadcasts)
      .set({
        withdrawnAt: sql`coalesce(${broadcasts.withdrawnAt}, ${sql.param(clock.now(), broadcasts.withdrawnAt)})`,
        waveCursor: null,
        waitsForApproval: false,
      })
      .where(eq(broadcasts.id, id))
      .returning();
    if (withdrawn) await notify(tx, BROADCASTS_CHANNEL, '');
    return withdrawn;
  });
}

/** The latest broadcasts, also those that are dated ahead. */
export function listBroadcasts({ db }: Pick<DomainContext, 'db'>): Promise<Broadcast[]> {
  return db
    .select()
    .from(broadcasts)
    .orderBy(desc(broadcasts.publishedAt), desc(broadcasts.id))
    .limit(LISTED);
}

export async function latestBroadcast({ db, clock }: DomainContext): Promise<string | undefined> {
  const [latest] = await db
    .select({ id: broadcasts.id })
    .from(broadcasts)
    .where(lte(broadcasts.publishedAt, clock.now()))
    .orderBy(desc(broadcasts.publishedAt), desc(broadcasts.id))
    .limit(1);
  return latest?.id;
}

export async function findBroadcast(
  { db }: Pick<DomainContext, 'db'>,
  id: string,
): Promise<Broadcast | undefined> {
  const [found] = await db.select().from(broadcasts).where(eq(broadcasts.id, id));
  return found;
}

/** For how many members a broadcast is, and how many of them have read it. It looks at every member. */
export async function countReaders(
  { db }: Pick<DomainContext, 'db'>,
  id: string,
): Promise<{ readonly recipients: number; readonly read: number }> {
  const [counts] = await queryRows<{ recipients: number; read: number }>(
    db,
    sql`select count(*)::int as recipients, (count(*) filter (where not (${IS_UNREAD})))::int as read
      from ${members} m join ${broadcasts} b on b.id = ${id} and ${IS_FOR}`,
  );
  return counts ?? { recipients: 0, read: 0 };
}

/**
 * Whether a broadcast `b` is for the member `m`, in SQL: one who had joined when it came out and belongs to its
 * segment. Passports are a subject above this one, so their table is named here. They count on the day that
 * the broadcast came out, so that it stays in the list when they have ended.
 */
export const IS_FOR: SQL = sql.raw(`m.closed_at is null and b.withdrawn_at is null
  and b.published_at >= m.created_at
  and (b.locale is null or b.locale = m.locale)
  and (b.country is null or b.country = m.country)
  and (not b.opted_in or m.email_opt_in)
  and (not b.with_passport or exists (select from passports p
    where p.owner_id = m.id and p.canceled_at is null
      and (p.payment_status is null or p.payment_status = 'paid')
      and (b.published_at at time zone 'Asia/Tokyo')::date
        between p.usage_start_date and p.ext_expiration_date))`);

/** Whether the member `m` has neither opened the broadcast `b` nor marked all read since it came out. */
export const IS_UNREAD: SQL =
  sql.raw(`b.published_at > coalesce(m.broadcasts_read_until, '-infinity')
  and not exists (select from broadcast_reads r
    where r.member_id = m.id and r.broadcast_id = b.id)`);

/** Whether the broadcast `b` is out. */
const isOut = (now: Date | Placeholder): SQL =>
  sql`b.published_at <= ${sql.param(now, notifications.publishedAt)}`;

/** What stands behind `from` for the member `m` with their broadcasts `b` that are out. */
export const broadcastsOf = (memberId: string | Placeholder, now: Date | Placeholder): SQL =>
  sql`${members} m join ${broadcasts} b on m.id = ${memberId} and ${isOut(now)} and ${IS_FOR}`;
