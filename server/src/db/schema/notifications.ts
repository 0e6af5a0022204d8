import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

type LocalizedText = { ja: string; en: string };

/** A message from the operator to one member (spec §3 «Notification»). */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    title: jsonb('title').$type<LocalizedText>().notNull(),
    /** HTML. */
    body: jsonb('body').$type<LocalizedText>().notNull(),
    externalLink: text('external_link'),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
  },
  (table) => [
    index('notifications_of_member').on(table.memberId, table.publishedAt.desc(), table.id.desc()),
    index('notifications_unread').on(table.memberId, table.publishedAt).where(sql`read_at is null`),
  ],
);
