import { moment, nobodysData } from '@portal/server-platform/database/tables';
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

export const releaseLoadsData = nobodysData(releaseLoads, { kept: 'it counts browsers' });
