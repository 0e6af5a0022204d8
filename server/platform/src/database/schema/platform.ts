import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, nobodysData, personalData } from '../tables.ts';

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

export const callCountsData = nobodysData(
  callCounts,
  { whenEnded: 'after a minute' },
  { by: 'resetsAt' },
);

/** The counters of attempts and messages, one per subject and window, shared by all replicas. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** As `code-guess:network:203.0.113.7`; an email address or phone number is an HMAC. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_expired').on(table.resetsAt)],
);

export const rateLimitsData = personalData(rateLimits, {
  whose: { member: ({ id }) => sql`position(${id} in ${rateLimits.key}) > 0` },
  erased: 'by the job',
  ends: { by: 'resetsAt' },
  columns: { bookkeeping: ['key', 'hits', 'resetsAt'] },
});

/**
 * The migration that a server has to know at least to read and write this schema: one row
 * (docs/decisions/0108-database.md). A migration that takes away what earlier servers use raises it.
 */
export const schemaFloor = pgTable('schema_floor', {
  /** As in the journal of migrations, in milliseconds. */
  when: bigint('when', { mode: 'number' }).notNull(),
});

export const schemaFloorData = nobodysData(schemaFloor, { kept: 'it is of the schema' });
