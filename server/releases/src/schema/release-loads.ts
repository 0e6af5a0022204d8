import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What decides about the canaries of now: loads of the two releases of a part, by minute (docs/decisions/0046-canaries.md). */
export const releaseLoads = pgTable(
  'release_loads',
  {
    part: text('part').notNull(),
    version: text('version').notNull(),
    minute: moment('minute').notNull(),
    loads: integer('loads').notNull(),
    /** Those of `loads` that failed. */
    failures: integer('failures').notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.version, table.minute] })],
);

export const releaseLoadsData = personalData(releaseLoads, {
  whose: 'nobody',
  erased: { kept: 'it counts browsers' },
  columns: {
    part: 'bookkeeping',
    version: 'bookkeeping',
    minute: 'bookkeeping',
    loads: 'bookkeeping',
    failures: 'bookkeeping',
  },
});
