import { openText, type Seal, sealText } from '@portal/server-platform/crypto/sealed-text';
import type { DomainContext } from '@portal/server-platform/database/context';
import { notify, queryRows } from '@portal/server-platform/database/database';
import { preparedQuery } from '@portal/server-platform/database/drizzle-prepared';
import type { LocalizedText, TurnstileAnswer } from '@portal/shared-contract';
import type { Secrets } from '@portal/shared-process/secrets';
import { and, eq, getTableColumns, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { notifications } from './schema/notifications.ts';

/** Notified when a member's notifications change; the payload is the member's id. */
export const NOTIFICATIONS_CHANNEL = 'notifications';
/** Notified when a turnstile has read a code; the payload is a {@link ToldTurnstileAnswer} as JSON. */
export const TURNSTILE_CHANNEL = 'turnstile_answers';

/** What a turnstile has answered, and the member whose passport it is. */
export type ToldTurnstileAnswer = { readonly member: string; readonly answer: TurnstileAnswer };

/** Shows a member on their own screen what a turnstile has answered. */
export const tellTurnstileAnswer = (
  { db }: DomainContext,
  told: ToldTurnstileAnswer,
): Promise<void> => notify(db, TURNSTILE_CHANNEL, JSON.stringify(told));

export type NotificationRecord = typeof notifications.$inferSelect;
export type NotificationPage = {
  readonly items: readonly NotificationRecord[];
  readonly total: number;
  readonly totalUnread: number;
};

const PUBLISHED = and(
  eq(notifications.memberId, sql.placeholder('memberId')),
  lte(notifications.publishedAt, sql.placeholder('now')),
);

/** Each count uses its own index, so that counting never reads the bodies. */
const COUNTS = {
  total: sql<number>`(select count(*)::int from ${notifications} where ${PUBLISHED})`,
  unread: sql<number>`(select count(*)::int from ${notifications}
    where ${PUBLISHED} and ${isNull(notifications.readAt)})`,
};

/** In the words of the index: without `nulls last`, all of a member's would be read and sorted. */
const NEWEST_FIRST = sql`published_at desc nulls last, id desc nulls last`;

const findPage = preparedQuery((db) =>
  db
    .select({ item: getTableColumns(notifications), ...COUNTS })
    .from(notifications)
    .where(PUBLISHED)
    .orderBy(NEWEST_FIRST)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('find_notifications'),
);

/** For a page that is empty. */
const countAll = preparedQuery((db) =>
  db.select(COUNTS).from(sql`(select) as nothing`).prepare('count_notifications'),
);

/**
 * One page of a member's notifications, newest first, with the totals of all and of unread ones. One
 * that is dated ahead is not published yet and does not count.
 */
export async function listNotifications(
  { db, clock }: DomainContext,
  memberId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<NotificationPage> {
  const asked = { memberId, now: clock.now() };
  const rows = await findPage(db).execute({ ...asked, limit, offset: (page - 1) * limit });
  const [counts] = rows.length ? rows : await countAll(db).execute(asked);
  return {
    items: rows.map(({ item }) => item),
    total: counts?.total ?? 0,
    totalUnread: counts?.unread ?? 0,
  };
}

/** What the closed bell needs: the number of unread notifications and the id of the newest. */
export async function notificationState(
  context: DomainContext,
  memberId: string,
): Promise<{ readonly totalUnread: number; readonly newestId: string | null }> {
  const published = publishedFor(context, memberId);
  const [row] = await queryRows<{ unread: string; newest: string | null }>(
    context.db,
    sql`select (select count(*) from ${notifications} where ${unreadOf(published)}) as unread,
      (select id from ${notifications} where ${published}
        order by ${NEWEST_FIRST} limit 1) as newest`,
  );
  return { totalUnread: Number(row?.unread ?? 0), newestId: row?.newest ?? null };
}

/** Marks a notification read and answers it; `undefined` if it is not the member's or not published. */
export async function readNotification(
  context: DomainContext,
  memberId: string,
  id: string,
): Promise<NotificationRecord | undefined> {
  const { db, clock } = context;
  const theirs = and(publishedFor(context, memberId), eq(notifications.id, id));
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

/** Marks all published notifications read. */
export async function markAllRead(
  context: DomainContext,
  memberId: string,
): Promise<{ readonly totalUnread: number }> {
  const { db, clock } = context;
  await db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(unreadOf(publishedFor(context, memberId)));
  await notify(db, NOTIFICATIONS_CHANNEL, memberId);
  return { totalUnread: (await notificationState(context, memberId)).totalUnread };
}

const sealOf = (memberId: string): Seal => ({ purpose: 'notification-link', owner: memberId });

/** Encrypts the code of a link for a member's notification, so that a copy of the database opens nothing. */
export const sealLinkCode = (secrets: Secrets, memberId: string, code: string): string =>
  sealText(secrets, sealOf(memberId), code);

/** The body of a notification, with the code of its link; a link whose key is gone has ended before. */
export function openBody(
  secrets: Secrets,
  { memberId, body, sealedCode }: Pick<NotificationRecord, 'memberId' | 'body' | 'sealedCode'>,
): LocalizedText {
  if (sealedCode === null) return body;
  const link = `#code=${openText(secrets, sealOf(memberId), sealedCode) ?? ''}`;
  return { ja: body.ja.replace('#code=', link), en: body.en.replace('#code=', link) };
}

/** `body` is HTML. Without `publishedAt` it is published at once; `readAt` is for demo data. */
export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'memberId' | 'title' | 'body'
> &
  Partial<
    Pick<
      typeof notifications.$inferInsert,
      'sealedCode' | 'externalLink' | 'publishedAt' | 'readAt'
    >
  >;

/**
 * Sends a notification to a member. Pass the transaction that causes it, so that both are committed
 * or neither. Open tabs are informed at the commit, on every replica.
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

const publishedFor = ({ clock }: DomainContext, memberId: string): SQL | undefined =>
  and(eq(notifications.memberId, memberId), lte(notifications.publishedAt, clock.now()));

const unreadOf = (those: SQL | undefined): SQL | undefined =>
  and(those, isNull(notifications.readAt));
