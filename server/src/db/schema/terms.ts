import type { LocalizedText } from '@portal/shared-contract';
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Versions of the terms of service; the newest whose day has come is in force. */
export const termsVersions = pgTable('terms_versions', {
  version: text('version').primaryKey(),
  inForceFrom: moment('in_force_from').notNull(),
  /** What is new against the version before, a sentence each. Migrations write them. */
  changes: jsonb('changes').$type<LocalizedText[]>().notNull().default([]),
});

/** Dated receipts of what a member agreed to. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    version: text('version')
      .notNull()
      .references(() => termsVersions.version),
    acceptedAt: moment('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.version] })],
);
