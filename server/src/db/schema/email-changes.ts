import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
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

/** The links that undo a change of e-mail address (product §12.25). */
export const emailChangeUndos = pgTable(
  'email_change_undos',
  {
    secretHash: text('token_hash').primaryKey(),
    memberId: memberId(),
    oldEmail: text('old_email').notNull(),
    oldEmailVerified: boolean('old_email_verified').notNull(),
    changedAt: moment('changed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('email_change_undos_member').on(table.memberId)],
);
