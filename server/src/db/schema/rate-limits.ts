import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Counters that all replicas share, one per subject and window. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Rule and subject, for example `api:203.0.113.7`; addresses of people only as HMAC. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_expired').on(table.resetsAt)],
);
