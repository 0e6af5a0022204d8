import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * The one live code per (type, subject): a new one replaces it in the same statement, so that
 * parallel sends cannot make two (decisions.md «Verification codes»).
 */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    /** One of the contract's VERIFICATION_TYPES. */
    type: text('type').notNull(),
    /** The member's id, or a normalised e-mail address where there is no member yet. */
    subject: text('subject').notNull(),
    /** Address or number the code went to; a code for one target is no code for another. */
    target: text('target').notNull(),
    /** HMAC of the code: the database alone tells no code. */
    codeHash: text('code_hash').notNull(),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    sentAt: moment('sent_at').notNull(),
    resendAt: moment('resend_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.type, table.subject] })],
);

/** What a verified code allows: one action, ten minutes, spent by it. */
export const stepUpGrants = pgTable(
  'step_up_grants',
  {
    /** SHA-256 of the ticket, where a ticket was handed out; else a random id. */
    id: text('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The verification type that opened it. */
    type: text('type').notNull(),
    /** Address or number that the code proved: worth nothing once that has changed. */
    target: text('target').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    spentAt: moment('spent_at'),
  },
  (table) => [index('step_up_grants_of_member').on(table.memberId, table.type)],
);
