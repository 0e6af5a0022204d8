import { and, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { notify, queryRows } from '../db/database.ts';
import { notifications } from '../db/schema/notifications.ts';

/** What happens to a member's notifications; the payload is the member's id. */
export const NOTIFICATIONS_CHANNEL = 'notifications';

export type NotificationRecord = typeof notifications.$inferSelect;
export type NotificationPage = {
  readonly items: readonly NotificationRecord[];
  readonly total: number;
  readonly totalUnread: number;
};

/**
 * One page of a member's notifications, newest first, and how many there are and are unread in all.
 * What is dated ahead is not out yet.
 */
export async function listNotifications(
  context: DomainContext,
  memberId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<NotificationPage> {
  const [items, counts] = await Promise.all([
    context.db
      .select()
      .from(notifications)
      .where(outOf(context, memberId))
      .orderBy(desc(notifications.publishedAt), desc(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    countNotifications(context, memberId),
  ]);
  return { items, ...counts };
}

/** Each number from an index of its own: 10,000 bodies are never touched to count them. */
async function countNotifications(context: DomainContext, memberId: string) {
  const out = outOf(context, memberId);
  const [row] = await queryRows<{ total: string; unread: string }>(
    context.db,
    sql`select (select count(*) from ${notifications} where ${out}) as total,
      (select count(*) from ${notifications} where ${unreadOf(out)}) as unread`,
  );
  return { total: Number(row?.total ?? 0), totalUnread: Number(row?.unread ?? 0) };
}

/** What a bell shows before it is opened: how many are unread, and which came last. */
export async function notificationState(
  context: DomainContext,
  memberId: string,
): Promise<{ readonly totalUnread: number; readonly newestId: string | null }> {
  const out = outOf(context, memberId);
  const [row] = await queryRows<{ unread: string; newest: string | null }>(
    context.db,
    sql`select (select count(*) from ${notifications} where ${unreadOf(out)}) as unread,
      (select id from ${notifications} where ${out}
        order by published_at desc, id desc limit 1) as newest`,
  );
  return { totalUnread: Number(row?.unread ?? 0), newestId: row?.newest ?? null };
}

/** A member's notification, read from now on; `undefined` for one that is not theirs or not out. */
export async function readNotification(
  context: DomainContext,
  memberId: string,
  id: string,
): Promise<NotificationRecord | undefined> {
  const { db, clock } = context;
  const theirs = and(outOf(context, memberId), eq(notifications.id, id));
  const [justRead] = await db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(unreadOf(theirs))
    .returning();
  if (justRead) {
    await notify(db, NOTIFICATIONS_CHANNEL, memberId);
    return justRead;
  }
  const [known] = await db.select().from(notifications).where(theirs);
  return known;
}

/** Spec §7: all that are out are read. Answers how many are left unread: none. */
export async function markAllRead(
  context: DomainContext,
  memberId: string,
): Promise<{ readonly totalUnread: number }> {
  const { db, clock } = context;
  await db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(unreadOf(outOf(context, memberId)));
  await notify(db, NOTIFICATIONS_CHANNEL, memberId);
  return { totalUnread: (await notificationState(context, memberId)).totalUnread };
}

/** HTML in both languages. Without `publishedAt` it is out at once; `readAt` is for demo data. */
export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'memberId' | 'title' | 'body'
> &
  Partial<Pick<typeof notifications.$inferInsert, 'externalLink' | 'publishedAt' | 'readAt'>>;

/**
 * Sends a notification to a member; hand in the transaction that causes it, and both happen or
 * neither. Open tabs hear of it when that commits, whichever replica they hang on.
 */
export async function sendNotification(
  { db, clock }: DomainContext,
  notification: NewNotification,
): Promise<NotificationRecord> {
  const [sent] = await db
    .insert(notifications)
    .values({ ...notification, publishedAt: notification.publishedAt ?? clock.now() })
    .returning();
  if (!sent) throw new Error('An insert answered no row');
  await notify(db, NOTIFICATIONS_CHANNEL, sent.memberId);
  return sent;
}

const outOf = ({ clock }: DomainContext, memberId: string): SQL | undefined =>
  and(eq(notifications.memberId, memberId), lte(notifications.publishedAt, clock.now()));

const unreadOf = (those: SQL | undefined): SQL | undefined =>
  and(those, isNull(notifications.readAt));
