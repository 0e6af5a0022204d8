import { and, count, desc, eq, lte, sql } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { notifications } from '../db/schema/notifications.ts';

export type NotificationRecord = typeof notifications.$inferSelect;
export type NotificationPage = {
  readonly items: readonly NotificationRecord[];
  readonly total: number;
  readonly totalUnread: number;
};

/**
 * One page of a member's notifications, newest first, and how many are unread in all.
 * What is dated ahead is not out yet.
 */
export async function listNotifications(
  { db, clock }: DomainContext,
  memberId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<NotificationPage> {
  const theirs = and(
    eq(notifications.memberId, memberId),
    lte(notifications.publishedAt, clock.now()),
  );
  const [items, [counts]] = await Promise.all([
    db
      .select()
      .from(notifications)
      .where(theirs)
      .orderBy(desc(notifications.publishedAt), desc(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({
        total: count(),
        totalUnread: sql<number>`count(*) filter (where ${notifications.readAt} is null)`.mapWith(
          Number,
        ),
      })
      .from(notifications)
      .where(theirs),
  ]);
  return { items, total: counts?.total ?? 0, totalUnread: counts?.totalUnread ?? 0 };
}

export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'title' | 'body' | 'externalLink' | 'publishedAt' | 'readAt'
>;

/** Sends a notification to a member. */
export async function sendNotification(
  { db }: DomainContext,
  memberId: string,
  notification: NewNotification,
): Promise<NotificationRecord> {
  const [sent] = await db
    .insert(notifications)
    .values({ ...notification, memberId })
    .returning();
  if (!sent) throw new Error('An insert answered no row');
  return sent;
}
