import { moment, nobodysData, personalData } from '@portal/server-platform/database/tables';
import type { Locale, LocalizedText, TermsText } from '@portal/shared-contract';
import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { memberId } from './members.ts';

/** Versions of the terms of service; the newest that has taken effect is in force. */
export const termsVersions = pgTable('terms_versions', {
  version: text('version').primaryKey(),
  inForceFrom: moment('in_force_from').notNull(),
  /** What is new since the previous version, one sentence each. Migrations write them, and an operator's own terms. */
  changes: jsonb('changes').$type<LocalizedText[]>().notNull().default([]),
  /** An operator's own text, kept so that the next version can be shown beside it. */
  texts: jsonb('texts').$type<Readonly<Record<Locale, TermsText>>>(),
});

/** Dated receipts of the versions that a member accepted. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    memberId: memberId(),
    version: text('version')
      .notNull()
      .references(() => termsVersions.version),
    acceptedAt: moment('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.version] })],
);

export const termsVersionsData = nobodysData(termsVersions, { kept: 'it is public' });

export const termsAcceptancesData = personalData(termsAcceptances, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['version', 'acceptedAt'],
    'joins rows': ['memberId'],
  },
});
