import { members } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
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
    /**
     * The response to the exchange of a refresh token, encrypted with a key
     * derived from the token itself; removed once it is no longer repeated.
     */
    sealedAnswer: text('sealed_answer'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    // A long session has hundreds of used refresh tokens, and every call looks up the session's
    // grant.
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
  columns: {
    kind: 'bookkeeping',
    idHash: 'opens something',
    payload: 'opens something',
    memberId: 'joins rows',
    grantId: 'joins rows',
    sessionUid: 'joins rows',
    consumedAt: 'bookkeeping',
    sealedAnswer: 'opens something',
    expiresAt: 'bookkeeping',
  },
});
