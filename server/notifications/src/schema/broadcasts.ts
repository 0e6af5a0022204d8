import { memberId } from '@portal/server-members/schema/members';
import { moment, nobodysData, personalData } from '@portal/server-platform/database/tables';
import type { LocalizedText } from '@portal/shared-contract';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

/** Notifications to many members: one row each, however many read it. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    /** Made by whoever sends it, so that a call that is sent again sends nothing twice. */
    id: uuid('id').primaryKey(),
    title: jsonb('title').$type<LocalizedText>().notNull(),
    /** HTML. */
    body: jsonb('body').$type<LocalizedText>().notNull(),
    externalLink: text('external_link'),
    /** Members who joined later do not get it. */
    publishedAt: moment('published_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    /** Until a second person of the staff lets it out it counts as withdrawn. */
    waitsForApproval: boolean('waits_for_approval').notNull().default(false),
    /** The segment: see `broadcasts.ts`. */
    locale: text('locale', { enum: ['ja', 'en'] }),
    country: text('country'),
    withPassport: boolean('with_passport').notNull(),
    optedIn: boolean('opted_in').notNull(),
    /** Whether email and push messages follow, in waves: see broadcasts/waves.ts. */
    byMail: boolean('by_mail').notNull(),
    byPush: boolean('by_push').notNull(),
    /** The id of the last member whom the waves have come to. */
    waveCursor: uuid('wave_cursor'),
    wavesEndedAt: moment('waves_ended_at'),
    mails: integer('mails').notNull().default(0),
    pushes: integer('pushes').notNull().default(0),
    /** The name of the credential, or of the command; of both persons, once the second one has let it out. */
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('broadcasts_newest').on(table.publishedAt.desc(), table.id.desc())],
);

/** Who has opened which broadcast; those that were read as all were have no row: see `broadcasts_read_until`. */
export const broadcastReads = pgTable(
  'broadcast_reads',
  {
    memberId: memberId(),
    broadcastId: uuid('broadcast_id')
      .notNull()
      .references(() => broadcasts.id),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.broadcastId] })],
);

export const broadcastsData = nobodysData(broadcasts, {
  kept: 'it is written to many, and names a member only while its waves run',
});

export const broadcastReadsData = personalData(broadcastReads, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['broadcastId', 'readAt'],
    'joins rows': ['memberId'],
  },
});
