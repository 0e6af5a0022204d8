import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { personalData } from '../personal-data.ts';
import { moment } from './columns.ts';
import { members } from './members.ts';

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
     * The response to the exchange of a refresh token (product §10.10), encrypted with a key
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

/** A member's session on one device; the list of devices is made from these rows. */
export const oidcSessions = pgTable(
  'oidc_sessions',
  {
    /** Stays the same when the session's id in the cookie changes. It cannot be used to sign in. */
    uid: text('uid').primaryKey(),
    /**
     * SHA-256 of the id in the cookie; null while the id is being replaced, and after the session
     * has ended.
     */
    idHash: text('id_hash').unique(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    userAgent: text('user_agent'),
    /** The network of the IP address instead of the address itself: `203.0.113.0/24`. */
    network: text('network'),
    /** ISO 3166-1 alpha-2 of the last request, where the edge reports it. */
    country: text('country'),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /**
     * The RFC 7638 thumbprint of the key of the browser that signed in, and when it was bound; null
     * for a browser that has sent no proof of a key.
     */
    keyThumbprint: text('key_thumbprint'),
    keyBoundAt: moment('key_bound_at'),
    /** Since when the browser has been known for the member; null for sessions of before this was kept. */
    browserSince: moment('browser_since'),
    /** SHA-256 of the known device that it was signed in to with, see `confirmed_browsers`. */
    browserHash: text('browser_hash'),
    /**
     * A password alone signed in, in a browser that is not confirmed for the member: nothing of value and
     * nothing sensitive is done there before it is (product §10.432).
     */
    unconfirmed: boolean('unconfirmed').notNull().default(false),
    /** The trust that stood in for a second step, or that was given at this sign-in. */
    trustId: uuid('trust_id'),
    /** Set at sign-out; an ended session stays ended, whatever requests were under way. */
    endedAt: moment('ended_at'),
    /**
     * How many grants of this session were ended by a reused refresh token (product §10.9); it
     * makes the next grant's id a new one.
     */
    endedGrants: integer('ended_grants').notNull().default(0),
  },
  (table) => [
    index('oidc_sessions_member').on(table.memberId),
    index('oidc_sessions_expired').on(table.expiresAt),
    // Gates without a connection ask often for the sign-outs of two days.
    index('oidc_sessions_ended').on(table.endedAt).where(sql`ended_at is not null`),
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

export const oidcSessionsData = personalData(oidcSessions, {
  file: 'devices',
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    uid: 'joins rows',
    idHash: 'opens something',
    memberId: 'joins rows',
    payload: 'opens something',
    userAgent: 'exported',
    network: 'exported',
    country: 'exported',
    createdAt: 'exported',
    lastSeenAt: 'exported',
    expiresAt: 'exported',
    keyThumbprint: 'joins rows',
    keyBoundAt: 'bookkeeping',
    browserSince: 'exported',
    browserHash: 'joins rows',
    unconfirmed: 'bookkeeping',
    trustId: 'joins rows',
    endedAt: 'exported',
    endedGrants: 'bookkeeping',
  },
});
