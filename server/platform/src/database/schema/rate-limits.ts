import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { personalData } from '../personal-data.ts';
import { moment } from './columns.ts';

/** The counters of attempts and messages, one per subject and window, shared by all replicas. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /**
     * Limit and subject, for example `code-guess:network:203.0.113.7`; an e-mail address or phone number appears
     * only as its HMAC.
     */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_expired').on(table.resetsAt)],
);

export const rateLimitsData = personalData(rateLimits, {
  whose: { member: ({ id }) => sql`position(${id} in ${rateLimits.key}) > 0` },
  erased: 'by the job',
  columns: { key: 'bookkeeping', hits: 'bookkeeping', resetsAt: 'bookkeeping' },
});
