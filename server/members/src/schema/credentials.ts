import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { memberId } from './members.ts';

/**
 * A member's password. A member without a row has no password (`password_set` is false) and signs
 * in with another service or a passkey.
 */
export const credentials = pgTable('credentials', {
  memberId: memberId().primaryKey(),
  /** Argon2id in PHC format, which records the cost, so that the cost can be raised later. */
  passwordHash: text('password_hash').notNull(),
  changedAt: moment('changed_at').notNull(),
  /**
   * When a mailed code or link alone set it; null for a password that was set in another way, or that
   * was used together with a second step since.
   */
  mailedAt: moment('mailed_at'),
  /** When the member asked to sign in without the other second steps. */
  recoveryAskedAt: moment('recovery_asked_at'),
});

/**
 * Wrong passwords in a row, counted by e-mail address instead of by member: an address without an
 * account is counted and locked in the same way, so that neither the response nor its time tells
 * them apart.
 */
export const passwordAttempts = pgTable(
  'password_attempts',
  {
    /** SHA-256 of the normalised e-mail address, for a known device with the device's id. */
    subject: text('subject').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: moment('last_at').notNull(),
    lockedUntil: moment('locked_until'),
  },
  (table) => [index('password_attempts_last').on(table.lastAt)],
);

export const credentialsData = personalData(credentials, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    memberId: 'joins rows',
    passwordHash: 'opens something',
    changedAt: 'exported',
    mailedAt: 'exported',
    recoveryAskedAt: 'exported',
  },
});

export const passwordAttemptsData = personalData(passwordAttempts, {
  // Of addresses, whether they have an account or not.
  whose: 'nobody',
  erased: { whenEnded: 'after a day' },
  columns: {
    subject: 'opens something',
    failures: 'bookkeeping',
    lastAt: 'bookkeeping',
    lockedUntil: 'bookkeeping',
  },
});
