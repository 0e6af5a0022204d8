import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Tickets for a sign-up with an account at another service that is not linked to a member
 * yet; each is good once.
 */
export const connectionTickets = pgTable(
  'connection_tickets',
  {
    secretHash: text('ticket_hash').primaryKey(),
    connection: text('connection').notNull(),
    /** The other service's `sub`. */
    subject: text('subject').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('connection_tickets_expired').on(table.expiresAt)],
);

export const connectionTicketsData = personalData(connectionTickets, {
  // Nobody has an account by it yet.
  whose: 'nobody',
  erased: { whenEnded: 'after an hour' },
  columns: {
    secretHash: 'opens something',
    connection: 'bookkeeping',
    subject: 'bookkeeping',
    expiresAt: 'bookkeeping',
  },
});
