import { moment, personalData } from '@portal/server-platform/database/tables';
import type { ActivityKind, LeavingReason } from '@portal/shared-contract';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { memberId } from './members.ts';

export const KEEP_EVENTS_MS = 400 * 24 * 60 * 60 * 1000;

export const memberEvents = pgTable(
  'member_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: memberId(),
    kind: text('kind').$type<ActivityKind>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    userAgent: text('user_agent'),
    /** ISO 3166-1 alpha-2, where the edge reported it. */
    country: text('country'),
  },
  (table) => [
    index('member_events_newest').on(table.memberId, table.happenedAt.desc()),
    // For all members: events are stored in the order of their time, so a tiny index does.
    index('member_events_time').using('brin', table.happenedAt),
  ],
);

export const memberDepartures = pgTable('member_departures', {
  memberId: memberId().primaryKey(),
  reason: text('reason').$type<LeavingReason>().notNull(),
  comment: text('comment'),
  leftAt: moment('left_at').notNull(),
});

export const memberEventsData = personalData(memberEvents, {
  file: 'activities',
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'happenedAt', afterMs: KEEP_EVENTS_MS },
  columns: {
    exported: ['kind', 'happenedAt', 'userAgent', 'country'],
    'joins rows': ['id', 'memberId'],
  },
});

export const memberDeparturesData = personalData(memberDepartures, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['reason', 'comment', 'leftAt'],
    'joins rows': ['memberId'],
  },
});
