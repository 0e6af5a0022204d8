import { memberId, members } from '@portal/server-members/schema/members';
import { moment, personalData } from '@portal/server-platform/database/tables';
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

/** WebAuthn credentials. Only public keys are stored. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    memberId: memberId(),
    name: text('name').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The signature counter of the last use; 0 where the authenticator has none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    backedUp: boolean('backed_up').notNull(),
    /** As in `change_undos`. */
    fromOwnBrowser: boolean('from_own_browser').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_member').on(table.memberId)],
);

/** The challenges for authenticators to sign; each is removed by the first response. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    secretHash: text('challenge').primaryKey(),
    purpose: text('purpose', { enum: ['add', 'sign-in', 'step-up', 'reset'] }).notNull(),
    /** The member who must respond; null when any member's passkey may. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expired').on(table.expiresAt)],
);

/** An authenticator app (RFC 6238). */
export const totpSecrets = pgTable('totp_secrets', {
  memberId: memberId().primaryKey(),
  /** Encrypted with AES-256-GCM: the server must be able to read it, but the database alone must not reveal it. */
  sealedSecret: text('sealed_secret'),
  /** The secret of a new app that is not confirmed yet, encrypted in the same way. */
  pendingSecret: text('pending_secret'),
  createdAt: moment('created_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** The last time step whose code was used, because a code is good once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** One-time codes for a member who has lost every other second step. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    memberId: memberId(),
    /** A hash of the code, encrypted. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);

export const passkeysData = personalData(passkeys, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['name', 'transports', 'backedUp', 'fromOwnBrowser', 'createdAt', 'lastUsedAt'],
    'opens something': ['publicKey'],
    'joins rows': ['id', 'memberId'],
    bookkeeping: ['counter'],
  },
});

export const passkeyChallengesData = personalData(passkeyChallenges, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    'opens something': ['secretHash'],
    'joins rows': ['memberId'],
    bookkeeping: ['purpose', 'expiresAt'],
  },
});

export const totpSecretsData = personalData(totpSecrets, {
  file: 'authenticator-apps',
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['createdAt', 'confirmedAt'],
    'opens something': ['sealedSecret', 'pendingSecret'],
    'joins rows': ['memberId'],
    bookkeeping: ['lastStep'],
  },
});

export const recoveryCodesData = personalData(recoveryCodes, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['createdAt', 'usedAt'],
    'opens something': ['codeHash'],
    'joins rows': ['memberId'],
  },
});
