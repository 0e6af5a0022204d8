import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

/** A member's password. No row: the member signs in by a connection only (`password_set` false). */
export const credentials = pgTable('credentials', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** Argon2id in PHC format, so that its cost can be raised later. */
  passwordHash: text('password_hash').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
});

/**
 * Wrong passwords in a row, by e-mail address and not by member: an address without an account is
 * counted and locked in the same way, so that neither the answer nor its time tells them apart.
 */
export const passwordAttempts = pgTable(
  'password_attempts',
  {
    /** SHA-256 of the normalised e-mail address. */
    subject: text('subject').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    lockedUntil: timestamp('locked_until', { withTimezone: true }),
  },
  (table) => [index('password_attempts_last').on(table.lastAt)],
);
