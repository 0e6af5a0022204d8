import { bytes, moment, nobodysData } from '@portal/server-platform/database/tables';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What the page and the gate read of releases; the store has the files that browsers load. */
export const releaseDocuments = pgTable(
  'release_documents',
  {
    /** Empty for what is no part's: configurations, and the files of earlier pages. */
    part: text('part').notNull(),
    version: text('version').notNull(),
    /** `releases/<part>/<version>.json`, or of a text as in the store. */
    key: text('key').notNull(),
    bytes: bytes('bytes').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.part, table.version] }),
    index('release_documents_of_part').on(table.part, table.version),
  ],
);

export const releaseDocumentsData = nobodysData(releaseDocuments, {
  kept: 'it is what teams have built',
});
