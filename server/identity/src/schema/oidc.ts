import { members } from '@portal/server-members/schema/members';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/**
 * The identity provider's short-lived data: codes, tokens, grants, interactions. Every value that a
 * browser holds is stored only as its SHA-256 hash, so that the database alone gives no access.
 */
export const oidcPayloads = pgTable(
  'oidc_payloads',
  {
    /** oidc-provider's model: `AccessToken`, `AuthorizationCode`, `Grant`, … */
    kind: text('kind').notNull(),
    idHash: text('id_hash').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    grantId: text('grant_id'),
    sessionUid: text('session_uid'),
    /** Set when a code or refresh token is used; each is good once. */
    consumedAt: moment('consumed_at'),
    /** The answer to a refresh, encrypted with a key of the token itself; removed once it is not repeated. */
    sealedAnswer: text('sealed_answer'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    // A long session has hundreds of used refresh tokens, and every call looks up the session's grant.
    index('oidc_payloads_grant').on(table.grantId, table.kind),
    index('oidc_payloads_member').on(table.memberId),
    index('oidc_payloads_expired').on(table.expiresAt),
    // Few answers are sealed at a time, and the job that removes them asks often.
    index('oidc_payloads_sealed').on(table.consumedAt).where(sql`sealed_answer is not null`),
  ],
);

export const oidcPayloadsData = personalData(oidcPayloads, {
  whose: { member: 'memberId' },
  // Rows of sign-ins that nobody has finished name no member, and end within a day.
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    'opens something': ['idHash', 'payload', 'sealedAnswer'],
    'joins rows': ['memberId', 'grantId', 'sessionUid'],
    bookkeeping: ['kind', 'consumedAt', 'expiresAt'],
  },
});

/**
 * How far a sign-in has come, for some minutes (docs/decisions/0006-steps-of-a-sign-in.md). The
 * browser has the secret of a row, and the row its hash and what it encrypts: neither a copy of this
 * table nor a secret key of the server continues a sign-in.
 */
export const signInProgress = pgTable(
  'sign_in_progress',
  {
    /** SHA-256 of the secret in the browser's cookie. */
    secretHash: text('secret_hash').primaryKey(),
    /** Whose sign-in it is; null while only another service knows. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The step, encrypted with a key that is derived from the secret. */
    sealedStep: text('sealed_step').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_progress_member').on(table.memberId),
    index('sign_in_progress_expired').on(table.expiresAt),
  ],
);

export const signInProgressData = personalData(signInProgress, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    'opens something': ['secretHash', 'sealedStep'],
    'joins rows': ['memberId'],
    bookkeeping: ['expiresAt'],
  },
});
