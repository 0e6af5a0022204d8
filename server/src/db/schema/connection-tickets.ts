import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Somebody has proven an account elsewhere (LINE) that opens no account here yet: what they bring
 * along to the sign-up, once.
 */
export const connectionTickets = pgTable(
  'connection_tickets',
  {
    /** SHA-256 of the ticket: the database alone signs nobody up. */
    ticketHash: text('ticket_hash').primaryKey(),
    connection: text('connection').notNull(),
    /** The other provider's `sub`. */
    subject: text('subject').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('connection_tickets_expired').on(table.expiresAt)],
);
