import { personalData } from '@portal/server-platform/database/personal-data';
import { bytes, moment } from '@portal/server-platform/database/schema/columns';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * What the page and the gate read of releases, in the database: kill, revive and roll-back work while the store
 * does not (docs/decisions/0088-copies-beside-the-log.md).
 */
export const releaseCopies = pgTable(
  'release_copies',
  {
    /** Empty for a configuration, which is no part's. */
    part: text('part').notNull(),
    /** Of the release; of a configuration its digest. */
    version: text('version').notNull(),
    /** As in the store. */
    key: text('key').notNull(),
    bytes: bytes('bytes').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.part, table.version] })],
);

export const releaseCopiesData = personalData(releaseCopies, {
  whose: 'nobody',
  erased: { kept: 'it is what teams have built' },
  columns: {
    part: 'bookkeeping',
    version: 'bookkeeping',
    key: 'bookkeeping',
    bytes: 'bookkeeping',
    at: 'bookkeeping',
  },
});
