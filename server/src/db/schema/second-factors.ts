import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from './members.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const memberId = () =>
  uuid('member_id')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** WebAuthn credentials. A public key opens nothing. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    memberId: memberId(),
    name: text('name').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter, where the authenticator has one: going back means a copy. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    backedUp: boolean('backed_up').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_member').on(table.memberId)],
);

/** What an authenticator is asked to sign; taken away by the first answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: text('purpose', { enum: ['add', 'sign-in'] }).notNull(),
    /** For whom; empty where whoever has a passkey may sign in. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expired').on(table.expiresAt)],
);

/** An authenticator app (RFC 6238). */
export const totpSecrets = pgTable('totp_secrets', {
  memberId: memberId().primaryKey(),
  /** AES-256-GCM: the server must read it, the database alone must not. */
  sealedSecret: text('sealed_secret'),
  /** Of a new app that is not confirmed yet, sealed in the same way. */
  pendingSecret: text('pending_secret'),
  createdAt: moment('created_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** The last time step that was used: a code is good once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** One-time codes for the day when everything else is lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: memberId(),
    /** HMAC of the code. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);
