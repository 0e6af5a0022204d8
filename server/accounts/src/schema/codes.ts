import { memberId } from '@portal/server-members/schema/members';
import { moment, nobodysData, personalData } from '@portal/server-platform/database/tables';
import { inArray } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * At most one valid code per type, subject and browser. A new code of a signed-in member replaces the old one in the
 * same statement, so that parallel requests cannot create two.
 */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    type: text('type').notNull(),
    /** The member's id, or a normalised email address where there is no member yet. */
    subject: text('subject').notNull(),
    /** The hash of the secret of the browser that asked; empty for a code of a signed-in member. */
    request: text('request').notNull().default(''),
    /** The address or number that the code was sent to; the code is valid only for that target. */
    target: text('target').notNull(),
    /** HMAC of the code, so that the database alone does not reveal it. */
    codeHash: text('code_hash').notNull(),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    sentAt: moment('sent_at').notNull(),
    resendAt: moment('resend_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    linkHash: text('link_hash'),
    linkExpiresAt: moment('link_expires_at'),
    /** Of the message that carries the code; null in rows of the version before. */
    messageId: uuid('message_id'),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.subject, table.request] }),
    uniqueIndex('verification_codes_link').on(table.linkHash),
    index('verification_codes_expired').on(table.expiresAt),
  ],
);

/** That a member has confirmed one act, in one session of one browser. It allows this act once, until it expires. */
export const stepUps = pgTable(
  'step_ups',
  {
    sessionUid: text('session_uid').primaryKey(),
    memberId: memberId(),
    keyThumbprint: text('key_thumbprint').notNull(),
    /** One of the contract's ACTS; empty in rows from before, which allow nothing. */
    act: text('act').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
    spentAt: moment('spent_at'),
  },
  (table) => [index('step_ups_member').on(table.memberId)],
);

/** What a code allows once, for ten minutes: to confirm its target, set a password, or link another service. */
export const stepUpGrants = pgTable(
  'step_up_grants',
  {
    secretHash: text('id').primaryKey(),
    memberId: memberId(),
    /** The type of the verified code, or the act. */
    type: text('type').notNull(),
    /** The address or number that the code proved, void once that has changed; of a connection, the session. */
    target: text('target').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('spent_at'),
  },
  (table) => [index('step_up_grants_of_member').on(table.memberId, table.type)],
);

export const verificationCodesData = personalData(verificationCodes, {
  whose: {
    member: ({ id, emailNormalized }) => inArray(verificationCodes.subject, [id, emailNormalized]),
  },
  erased: 'by the job',
  // Kept for a day, so that an expired code can be told from a wrong one.
  ends: { by: 'expiresAt', afterMs: DAY_MS },
  columns: {
    exported: ['type', 'target', 'failedAttempts', 'sentAt', 'expiresAt', 'usedAt'],
    'opens something': ['request', 'codeHash', 'linkHash'],
    'joins rows': ['subject', 'messageId'],
    bookkeeping: ['resendAt', 'linkExpiresAt'],
  },
});

export const stepUpsData = personalData(stepUps, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    'joins rows': ['sessionUid', 'memberId', 'keyThumbprint'],
    bookkeeping: ['act', 'expiresAt', 'spentAt'],
  },
});

export const stepUpGrantsData = personalData(stepUpGrants, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    exported: ['type', 'target', 'createdAt', 'expiresAt', 'usedAt'],
    'opens something': ['secretHash'],
    'joins rows': ['memberId'],
  },
});

/** Links in email messages, each good once; a used one is kept so that a second use can be told. */
export const mailLinks = pgTable(
  'mail_links',
  {
    secretHash: text('code_hash').primaryKey(),
    type: text('type', {
      enum: ['unblock', 'verify_email_link', 'not_me', 'refuse_recovery', 'data_export'],
    }).notNull(),
    memberId: memberId(),
    /** The address that the link was sent to; the link is void once the member has changed it. */
    target: text('target').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('mail_links_member').on(table.memberId),
    index('mail_links_expired').on(table.expiresAt),
  ],
);

export const mailLinksData = personalData(mailLinks, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  // A used link reports for so long that it was used.
  ends: { by: 'expiresAt', afterMs: 30 * DAY_MS },
  columns: {
    exported: ['type', 'target', 'expiresAt', 'usedAt'],
    'opens something': ['secretHash'],
    'joins rows': ['memberId'],
  },
});

/** Tickets for a sign-up with an account at another service that is not linked to a member yet; each is good once. */
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

export const connectionTicketsData = nobodysData(
  connectionTickets,
  { whenEnded: 'after an hour' },
  { by: 'expiresAt' },
);
