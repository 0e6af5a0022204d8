import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { memberId } from './members.ts';

/** The new address that a member has entered but not yet proven; one per member. */
export const emailChanges = pgTable('email_changes', {
  memberId: memberId().primaryKey(),
  /** As typed; it is normalised by `normalizeEmail` when the change takes effect. */
  email: text('email').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
