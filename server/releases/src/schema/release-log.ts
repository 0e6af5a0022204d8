import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

/**
 * The release log (docs/decisions/0036-release-log.md). A trigger refuses to change or delete a row. The
 * key makes an insert the compare-and-swap: of two entries with one number, one gets in.
 */
export const releaseLog = pgTable(
  'release_log',
  {
    environment: text('environment').notNull(),
    /** 1, 2, 3, … */
    seq: integer('seq').notNull(),
    /** The entry with the portal's signature, as compact JWS: the other columns are copies out of it. */
    jws: text('jws').notNull(),
    at: moment('at').notNull(),
    /** By which a request that is sent again finds its entry; null for one without. */
    requestKey: text('request_key'),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.seq] }),
    index('release_log_time').on(table.environment, table.at),
    uniqueIndex('release_log_request').on(table.environment, table.requestKey),
  ],
);

export const releaseLogData = personalData(releaseLog, {
  whose: 'nobody',
  erased: { kept: 'it tells what operators and teams did' },
  columns: {
    environment: 'bookkeeping',
    seq: 'bookkeeping',
    jws: 'bookkeeping',
    at: 'bookkeeping',
    requestKey: 'bookkeeping',
  },
});
