import { and, count, desc, eq, lte, sql } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { notify } from '../db/database.ts';
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
