import { members } from '@portal/server-members/schema/members';
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { broadcasts } from '../schema/broadcasts.ts';
import { notifications } from '../schema/notifications.ts';

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
