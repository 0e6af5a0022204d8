import { moment, personalData } from '@portal/server-platform/database/tables';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

/** A member's session on one device; the list of devices is made from these rows. */
export const oidcSessions = pgTable(
  'oidc_sessions',
  {
    /** Stays the same when the session's id in the cookie changes. It cannot be used to sign in. */
    uid: text('uid').primaryKey(),
    /** SHA-256 of the id in the cookie; null while the id is being replaced, and after the session has ended. */
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
    /** RFC 7638 thumbprint of the browser's key, and when it was bound; null if it has proven none. */
    keyThumbprint: text('key_thumbprint'),
    keyBoundAt: moment('key_bound_at'),
    /** Since when the browser has been known for the member; null for sessions of before this was kept. */
    browserSince: moment('browser_since'),
    /** SHA-256 of the known device that it was signed in to with, see `confirmed_browsers`. */
    browserHash: text('browser_hash'),
    /** A password alone, in an unconfirmed browser: nothing of value and nothing sensitive is done there. */
    unconfirmed: boolean('unconfirmed').notNull().default(false),
    /** The trust that stood in for a second step, or that was given at this sign-in. */
    trustId: uuid('trust_id'),
    /** Set at sign-out; an ended session stays ended, whatever requests were under way. */
    endedAt: moment('ended_at'),
    /** How many grants a reused refresh token has ended; it makes the next grant's id a new one. */
    endedGrants: integer('ended_grants').notNull().default(0),
  },
  (table) => [
    index('oidc_sessions_member').on(table.memberId),
    index('oidc_sessions_expired').on(table.expiresAt),
    // Turnstiles without a connection ask often for the sign-outs of two days.
    index('oidc_sessions_ended').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);

export const oidcSessionsData = personalData(oidcSessions, {
  file: 'devices',
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: [
      'userAgent',
      'network',
      'country',
      'createdAt',
      'lastSeenAt',
      'expiresAt',
      'browserSince',
      'endedAt',
    ],
    'opens something': ['idHash', 'payload'],
    'joins rows': ['uid', 'memberId', 'keyThumbprint', 'browserHash', 'trustId'],
    bookkeeping: ['keyBoundAt', 'unconfirmed', 'endedGrants'],
  },
});
