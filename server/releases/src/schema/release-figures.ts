import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What browsers told about the releases, counted by minute (docs/decisions/0046-telemetry.md). */
export const releaseFigures = pgTable(
  'release_figures',
  {
    minute: moment('minute').notNull(),
    part: text('part').notNull(),
    version: text('version').notNull(),
    cohort: text('cohort', { enum: ['stable', 'canary', 'fallback'] }).notNull(),
    stage: text('stage', { enum: ['loaded', 'started', 'shown', 'failed'] }).notNull(),
    /** Of a failure; otherwise empty. */
    code: text('code').notNull(),
    count: integer('count').notNull(),
    /** Those of `count` that decide about a canary: of each network only a few. */
    judged: integer('judged').notNull(),
    /** How many took up to each of the limits (`figures/time-ranges.ts`), and how many took longer. */
    rangeCounts: integer('range_counts').array().notNull(),
  },
  (table) => [
    primaryKey({
      // The generated name would be longer than PostgreSQL keeps.
      name: 'release_figures_pk',
      columns: [table.minute, table.part, table.version, table.cohort, table.stage, table.code],
    }),
    index('release_figures_time').on(table.minute),
  ],
);

export const releaseFiguresData = personalData(releaseFigures, {
  whose: 'nobody',
  erased: { kept: 'it counts browsers' },
  columns: {
    minute: 'bookkeeping',
    part: 'bookkeeping',
    version: 'bookkeeping',
    cohort: 'bookkeeping',
    stage: 'bookkeeping',
    code: 'bookkeeping',
    count: 'bookkeeping',
    judged: 'bookkeeping',
    rangeCounts: 'bookkeeping',
  },
});
