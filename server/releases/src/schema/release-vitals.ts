import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { VISITS, VITALS } from '@portal/shared-contract';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** How fast pages were, as browsers told, by ten minutes (docs/decisions/0124-vitals.md). */
export const releaseVitals = pgTable(
  'release_vitals',
  {
    environment: text('environment').notNull(),
    /** When the ten minutes begin. */
    period: moment('period').notNull(),
    part: text('part').notNull(),
    version: text('version').notNull(),
    cohort: text('cohort', { enum: ['stable', 'canary'] }).notNull(),
    /** The path of a row of the release; empty for the shell around a remote. */
    route: text('route').notNull(),
    visit: text('visit', { enum: VISITS }).notNull(),
    figure: text('figure', { enum: VITALS }).notNull(),
    /** How many views were up to each of `VITAL_RANGES`, and how many above. */
    counts: integer('counts').array().notNull(),
    /** Those of `counts` that decide about a canary, while there is one: of each network one a day. */
    judged: integer('judged').array().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'release_vitals_pk',
      columns: [
        table.environment,
        table.period,
        table.part,
        table.version,
        table.cohort,
        table.route,
        table.visit,
        table.figure,
      ],
    }),
    index('release_vitals_time').on(table.period),
  ],
);

export const releaseVitalsData = personalData(releaseVitals, {
  whose: 'nobody',
  erased: { kept: 'it counts views' },
  columns: {
    environment: 'bookkeeping',
    period: 'bookkeeping',
    part: 'bookkeeping',
    version: 'bookkeeping',
    cohort: 'bookkeeping',
    route: 'bookkeeping',
    visit: 'bookkeeping',
    figure: 'bookkeeping',
    counts: 'bookkeeping',
    judged: 'bookkeeping',
  },
});
