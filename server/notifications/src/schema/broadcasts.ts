import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
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
    /** The segment: see broadcasts/recipients.ts. */
    locale: text('locale', { enum: ['ja', 'en'] }),
    country: text('country'),
    withPassport: boolean('with_passport').notNull(),
    optedIn: boolean('opted_in').notNull(),
    /** Whether e-mail and push messages follow, in waves: see broadcasts/waves.ts. */
    byMail: boolean('by_mail').notNull(),
    byPush: boolean('by_push').notNull(),
    /** The id of the last member whom the waves have come to. */
    waveCursor: uuid('wave_cursor'),
    wavesEndedAt: moment('waves_ended_at'),
    /** How many messages the waves have queued. */
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

export const broadcastsData = personalData(broadcasts, {
  whose: 'nobody',
  erased: { kept: 'it is written to many, and names a member only while its waves run' },
  columns: {
    id: 'bookkeeping',
    title: 'bookkeeping',
    body: 'bookkeeping',
    externalLink: 'bookkeeping',
    waitsForApproval: 'bookkeeping',
    publishedAt: 'bookkeeping',
    withdrawnAt: 'bookkeeping',
    locale: 'bookkeeping',
    country: 'bookkeeping',
    withPassport: 'bookkeeping',
    optedIn: 'bookkeeping',
    byMail: 'bookkeeping',
    byPush: 'bookkeeping',
    waveCursor: 'joins rows',
    wavesEndedAt: 'bookkeeping',
    mails: 'bookkeeping',
    pushes: 'bookkeeping',
    createdBy: 'bookkeeping',
    createdAt: 'bookkeeping',
  },
});

export const broadcastReadsData = personalData(broadcastReads, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: { memberId: 'joins rows', broadcastId: 'exported', readAt: 'exported' },
});
