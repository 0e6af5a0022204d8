import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { inArray } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/**
 * At most one valid code per type, subject and browser. A new code of a
 * signed-in member replaces the old one in the same statement, so that parallel requests cannot
 * create two.
 */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    /** One of the contract's VERIFICATION_TYPES. */
    type: text('type').notNull(),
    /** The member's id, or a normalised e-mail address where there is no member yet. */
    subject: text('subject').notNull(),
    /**
     * The hash of the secret that the browser got which asked for the code; empty for a code of a
     * signed-in member.
     */
    request: text('request').notNull().default(''),
    /**
     * The address or number that the code was sent to; the code is valid only for that target.
     */
    target: text('target').notNull(),
    /** HMAC of the code, so that the database alone does not reveal it. */
    codeHash: text('code_hash').notNull(),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    sentAt: moment('sent_at').notNull(),
    resendAt: moment('resend_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** The hash of the secret of the link in the same message. */
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

/**
 * That a member has confirmed one act, in one session of one browser. It allows this act once, until it
 * expires.
 */
export const stepUps = pgTable(
  'step_ups',
  {
    sessionUid: text('session_uid').primaryKey(),
    memberId: memberId(),
    /** The key of the browser that gave the step-up. */
    keyThumbprint: text('key_thumbprint').notNull(),
    /** One of the contract's ACTS; empty in rows from before, which allow nothing. */
    act: text('act').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
    spentAt: moment('spent_at'),
  },
  (table) => [index('step_ups_member').on(table.memberId)],
);

/**
 * The one action that a code to an address or number allows for ten minutes, which the action
 * spends: to confirm that address or number, to set a new password, or to link another service.
 */
export const stepUpGrants = pgTable(
  'step_up_grants',
  {
    secretHash: text('id').primaryKey(),
    memberId: memberId(),
    /** The type of the verified code, or the act. */
    type: text('type').notNull(),
    /**
     * The address or number that the code proved; the grant is void once the member has changed it.
     * Of a connection, the session.
     */
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
  columns: {
    type: 'exported',
    subject: 'joins rows',
    request: 'opens something',
    target: 'exported',
    codeHash: 'opens something',
    failedAttempts: 'exported',
    sentAt: 'exported',
    resendAt: 'bookkeeping',
    expiresAt: 'exported',
    usedAt: 'exported',
    linkHash: 'opens something',
    linkExpiresAt: 'bookkeeping',
    messageId: 'joins rows',
  },
});

export const stepUpsData = personalData(stepUps, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    sessionUid: 'joins rows',
    memberId: 'joins rows',
    keyThumbprint: 'joins rows',
    act: 'bookkeeping',
    expiresAt: 'bookkeeping',
    spentAt: 'bookkeeping',
  },
});

export const stepUpGrantsData = personalData(stepUpGrants, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    secretHash: 'opens something',
    memberId: 'joins rows',
    type: 'exported',
    target: 'exported',
    createdAt: 'exported',
    expiresAt: 'exported',
    usedAt: 'exported',
  },
});
