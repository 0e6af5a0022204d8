import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { personalData } from '../personal-data.ts';
import { moment } from './columns.ts';

/**
 * How many API calls the replicas have allowed one caller in a minute. The table is unlogged: a count
 * is never written to disk for safety, and a crash of the database begins all of them again.
 */
export const callCounts = pgTable('call_counts', {
  /** Limit and caller, for example `api-address:203.0.113.7`. */
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  resetsAt: moment('resets_at').notNull(),
});

export const callCountsData = personalData(callCounts, {
  whose: 'nobody',
  erased: { whenEnded: 'after a minute' },
  columns: { key: 'bookkeeping', hits: 'bookkeeping', resetsAt: 'bookkeeping' },
});
