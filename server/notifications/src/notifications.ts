import { members } from '@portal/server-members/schema/members';
import { openText, type Seal, sealText } from '@portal/server-platform/crypto/sealed-text';
import {
  type Database,
  type DomainContext,
  notify,
  preparedQuery,
  queryRows,
} from '@portal/server-platform/database/database';
import type { LocalizedText, TurnstileAnswer } from '@portal/shared-contract';
import type { Secrets } from '@portal/shared-process/secrets';
import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { broadcastsOf, IS_UNREAD } from './broadcasts/broadcasts.ts';
import { broadcastReads } from './schema/broadcasts.ts';
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

/** The broadcasts of the member that are out; they are among the notifications as if each were a row of the member's. */
const BROADCASTS = broadcastsOf(sql.placeholder('memberId'), sql.placeholder('now'));

/** Each count uses its own index, so that counting never reads the bodies. */
const COUNTS = {
  total: sql<number>`(select count(*) from ${notifications} where ${PUBLISHED})::int
    + (select count(*) from ${BROADCASTS})::int`,
  unread: sql<number>`(select count(*) from ${notifications}
      where ${PUBLISHED} and ${isNull(notifications.readAt)})::int
    + (select count(*) from ${BROADCASTS} where ${IS_UNREAD})::int`,
};

/** In the words of the indexes: without `nulls last`, all of a member's would be read and sorted. */
const NEWEST_FIRST = sql`published_at desc nulls last, id desc nulls last`;
const NEWEST_BROADCASTS = sql`b.published_at desc nulls last, b.id desc nulls last`;

/** Broadcasts in the form of notifications. @param broadcasts with the member `m` and the broadcast `b` */
const selectBroadcasts = (db: Database, broadcasts: SQL) =>
  db
    .select({
      id: sql<string>`b.id`,
      memberId: sql<string>`m.id`,
      title: sql<LocalizedText>`b.title`,
      body: sql<LocalizedText>`b.body`,
      sealedCode: sql<string | null>`null::text`,
      externalLink: sql<string | null>`b.external_link`,
      publishedAt: sql<Date>`b.published_at`.mapWith(notifications.publishedAt),
      readAt: sql`coalesce(r.read_at, case
        when b.published_at <= m.broadcasts_read_until then m.broadcasts_read_until end)`.mapWith(
        notifications.readAt,
      ) as SQL<Date | null>,
    })
    .from(
      sql`${broadcasts} left join ${broadcastReads} r on r.member_id = m.id and r.broadcast_id = b.id`,
    );

/** Both kinds are cut off before they are put in one order, and the ids decide between equal times. */
const findPage = preparedQuery((db) => {
  const upTo = sql.placeholder('upTo');
  const own = db.select().from(notifications).where(PUBLISHED).orderBy(NEWEST_FIRST).limit(upTo);
  const ofMany = selectBroadcasts(db, BROADCASTS).orderBy(NEWEST_BROADCASTS).limit(upTo);
  const both = unionAll(own, ofMany).as('both');
  return db
    .select({ item: both._.selectedFields, ...COUNTS })
    .from(both)
    .orderBy(NEWEST_FIRST)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('find_notifications');
});

/** For a page that is empty. */
const countAll = preparedQuery((db) =>
  db.select(COUNTS).from(sql`(select) as nothing`).prepare('count_notifications'),
);

/** One page of published notifications, newest first, with the totals of all and of unread ones. */
export async function listNotifications(
  { db, clock }: DomainContext,
  memberId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<NotificationPage> {
  const asked = { memberId, now: clock.now() };
  const [offset, upTo] = [(page - 1) * limit, page * limit];
  const rows = await findPage(db).execute({ ...asked, limit, offset, upTo });
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
  const ofMany = broadcastsOf(memberId, context.clock.now());
  const [row] = await queryRows<{ unread: string; newest: string | null }>(
    context.db,
    sql`select (select count(*) from ${notifications} where ${unreadOf(published)})
        + (select count(*) from ${ofMany} where ${IS_UNREAD}) as unread,
      (select id from (
        (select id, published_at from ${notifications} where ${published} order by ${NEWEST_FIRST} limit 1)
        union all
        (select b.id, b.published_at from ${ofMany} order by ${NEWEST_BROADCASTS} limit 1)
      ) as newest_of_each order by ${NEWEST_FIRST} limit 1) as newest`,
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
  return known ?? readBroadcast(context, memberId, id);
}

async function readBroadcast({ db, clock }: DomainContext, memberId: string, id: string) {
  const readAt = clock.now();
  const it = sql`${broadcastsOf(memberId, readAt)} and b.id = ${id}`;
  const justRead = await queryRows(
    db,
    sql`insert into ${broadcastReads} (member_id, broadcast_id, read_at)
      select m.id, b.id, ${sql.param(readAt, broadcastReads.readAt)} from ${it} where ${IS_UNREAD}
      on conflict do nothing returning broadcast_id`,
  );
  if (justRead.length > 0) await notify(db, NOTIFICATIONS_CHANNEL, memberId);
  const [found] = await selectBroadcasts(db, it);
  return found;
}

export async function markAllRead(
  context: DomainContext,
  memberId: string,
): Promise<{ readonly totalUnread: number }> {
  const { db, clock } = context;
  await db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(unreadOf(publishedFor(context, memberId)));
  // Up to the latest one that was there: one that is being sent at this moment stays unread.
  await db.execute(sql`update ${members} set broadcasts_read_until = latest.published_at
    from (select max(b.published_at) as published_at
      from ${broadcastsOf(memberId, clock.now())} where ${IS_UNREAD}) latest
    where ${members.id} = ${memberId} and latest.published_at is not null`);
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

/** Notifies a member in the transaction that causes it; open tabs hear of it at the commit, on every replica. */
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
