import type { ActivityKind, LeavingReason } from '@portal/shared-contract';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What has happened to an account, for the member's own list of activities. */
export const memberEvents = pgTable(
  'member_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ActivityKind>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    userAgent: text('user_agent'),
    /** ISO 3166-1 alpha-2, where the edge said so. */
    country: text('country'),
  },
  (table) => [index('member_events_newest').on(table.memberId, table.happenedAt.desc())],
);

/** Why a member has left. */
export const memberDepartures = pgTable('member_departures', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  reason: text('reason').$type<LeavingReason>().notNull(),
  comment: text('comment'),
  leftAt: moment('left_at').notNull(),
});
