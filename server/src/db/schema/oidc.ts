import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from './members.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * What the identity provider remembers for a while: codes, tokens, grants, interactions.
 * Whatever a browser holds is here as SHA-256 only: the database alone opens nothing.
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
    /** Codes and refresh tokens are good once. */
    consumedAt: moment('consumed_at'),
    /**
     * What came of the exchange of a refresh token, encrypted with a key that only the holder of the
     * token has; removed once it is no longer repeated.
     */
    sealedAnswer: text('sealed_answer'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    // A session that lasts has hundreds of spent refresh tokens, and every call asks for its grant.
    index('oidc_payloads_grant').on(table.grantId, table.kind),
    index('oidc_payloads_member').on(table.memberId),
    index('oidc_payloads_expired').on(table.expiresAt),
  ],
);

/** A member's sign-in on one device; also what a list of signed-in devices is made from. */
export const oidcSessions = pgTable(
  'oidc_sessions',
  {
    /** Stays the same while the session's id in the cookie changes. Opens nothing. */
    uid: text('uid').primaryKey(),
    /** SHA-256 of the id in the cookie; empty between two ids, and after the end. */
    idHash: text('id_hash').unique(),
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    userAgent: text('user_agent'),
    /** The address' network, not the address: `203.0.113.0/24`. */
    network: text('network'),
    /** ISO 3166-1 alpha-2 of the last request, where the edge says so. */
    country: text('country'),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Set at sign-out; an ended session never opens again, whatever was under way. */
    endedAt: moment('ended_at'),
    /** Grants of this session that a reused refresh token has ended: the next one gets another id. */
    endedGrants: integer('ended_grants').notNull().default(0),
  },
  (table) => [
    index('oidc_sessions_member').on(table.memberId),
    index('oidc_sessions_expired').on(table.expiresAt),
  ],
);
