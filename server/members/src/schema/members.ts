import { moment, nobodysData, personalData } from '@portal/server-platform/database/tables';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

export const members = pgTable(
  'members',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Ten digits, shown to the member and typed at a counter. */
    memberCode: text('member_code').notNull().unique(),
    /** As the member typed it. */
    email: text('email').notNull(),
    /** The form that addresses are compared in, see `normalizeEmail`. */
    emailNormalized: text('email_normalized').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    firstName: text('first_name'),
    lastName: text('last_name'),
    firstNameKana: text('first_name_kana'),
    lastNameKana: text('last_name_kana'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    gender: text('gender', { enum: ['male', 'female', 'other'] }),
    postalCode: text('postal_code'),
    /** E.164. */
    phone: text('phone'),
    phoneCountryCode: text('phone_country_code'),
    /** When the member proved the phone number by a code; null for a number that is only typed. */
    phoneConfirmedAt: moment('phone_confirmed_at'),
    address: text('address'),
    city: text('city'),
    /** JIS X 0401, 1 to 47. */
    prefectureId: smallint('prefecture_id'),
    prefectureName: text('prefecture_name'),
    country: text('country'),
    emailOptIn: boolean('email_opt_in'),
    /** How the member wishes to be reminded of the first and the last day of a passport. */
    remindByEmail: boolean('remind_by_email').notNull().default(true),
    remindByNotification: boolean('remind_by_notification').notNull().default(true),
    mfaEnabled: boolean('mfa_enabled').notNull().default(false),
    mfaChannel: text('mfa_channel', { enum: ['email', 'sms'] })
      .notNull()
      .default('email'),
    /** Codes by email and SMS are no second steps: only passkeys, the app and recovery codes are. */
    mfaWithoutCodes: boolean('mfa_without_codes').notNull().default(false),
    termsAcceptedVersion: text('terms_accepted_version'),
    locale: text('locale', { enum: ['ja', 'en'] })
      .notNull()
      .default('ja'),
    /** Browsers known before this moment are unknown again: somebody else may have signed in with one. */
    devicesKnownSince: moment('devices_known_since'),
    /** The latest broadcast that was there when the member marked all notifications read. */
    broadcastsReadUntil: moment('broadcasts_read_until'),
    /** When the account was closed; signing in can bring it back until it is erased. */
    closedAt: moment('closed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  // Few accounts are closed, and the job that erases them asks for them often.
  (table) => [index('members_closed').on(table.closedAt).where(sql`closed_at is not null`)],
);
export type Member = typeof members.$inferSelect;

/** The `member_id` column of tables whose rows belong to a member and are deleted with the member. */
export const memberId = () =>
  uuid('member_id')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** An account at another service with which the member can sign in. */
export const connections = pgTable(
  'connections',
  {
    connection: text('connection').notNull(),
    /** The other service's `sub`. */
    subject: text('subject').notNull(),
    memberId: memberId(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.subject] }),
    index('connections_member').on(table.memberId),
  ],
);

export const membersData = personalData(members, {
  file: 'profile',
  whose: { member: 'id' },
  // The job deletes the row last; every foreign key follows it.
  erased: 'by the job',
  columns: {
    exported: [
      'id',
      'memberCode',
      'email',
      'emailVerified',
      'firstName',
      'lastName',
      'firstNameKana',
      'lastNameKana',
      'dateOfBirth',
      'gender',
      'postalCode',
      'phone',
      'phoneCountryCode',
      'phoneConfirmedAt',
      'address',
      'city',
      'prefectureId',
      'prefectureName',
      'country',
      'emailOptIn',
      'remindByEmail',
      'remindByNotification',
      'mfaEnabled',
      'mfaChannel',
      'mfaWithoutCodes',
      'termsAcceptedVersion',
      'locale',
      'devicesKnownSince',
      'broadcastsReadUntil',
      'closedAt',
      'createdAt',
      'updatedAt',
    ],
    'exported elsewhere': ['emailNormalized'],
  },
});

export const connectionsData = personalData(connections, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['connection', 'subject', 'createdAt'],
    'joins rows': ['memberId'],
  },
});

/** A member's password. Without a row there is none: another service or a passkey signs in. */
export const credentials = pgTable('credentials', {
  memberId: memberId().primaryKey(),
  /** Argon2id in PHC format, which records the cost, so that the cost can be raised later. */
  passwordHash: text('password_hash').notNull(),
  changedAt: moment('changed_at').notNull(),
  /** When a mailed code or link alone set it; null otherwise, and once it was used with a second step. */
  mailedAt: moment('mailed_at'),
  /** When the member asked to sign in without the other second steps. */
  recoveryAskedAt: moment('recovery_asked_at'),
});

/** Wrong passwords longer ago no longer count as in a row. */
export const FORGET_FAILURES_MS = 24 * 60 * 60 * 1000;

/**
 * Wrong passwords in a row, counted by email address instead of by member: an address without an account is counted
 * and locked in the same way, so that neither the response nor its time tells them apart.
 */
export const passwordAttempts = pgTable(
  'password_attempts',
  {
    /** SHA-256 of the normalised email address, for a known device with the device's id. */
    subject: text('subject').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: moment('last_at').notNull(),
    lockedUntil: moment('locked_until'),
  },
  (table) => [index('password_attempts_last').on(table.lastAt)],
);

export const credentialsData = personalData(credentials, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['changedAt', 'mailedAt', 'recoveryAskedAt'],
    'opens something': ['passwordHash'],
    'joins rows': ['memberId'],
  },
});

export const passwordAttemptsData = nobodysData(
  passwordAttempts,
  { whenEnded: 'after a day' },
  { by: 'lastAt', afterMs: FORGET_FAILURES_MS },
);
