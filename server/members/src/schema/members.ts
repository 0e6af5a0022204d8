import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

/** The members. */
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
    /** Codes by e-mail and SMS are no second steps: only passkeys, the app and recovery codes are. */
    mfaWithoutCodes: boolean('mfa_without_codes').notNull().default(false),
    termsAcceptedVersion: text('terms_accepted_version'),
    locale: text('locale', { enum: ['ja', 'en'] })
      .notNull()
      .default('ja'),
    /**
     * Browsers that were known before this moment are unknown again, because somebody else may have
     * signed in with one of them.
     */
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

/**
 * The `member_id` column of tables whose rows belong to a member and are deleted with the member.
 */
export const memberId = () =>
  uuid('member_id')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * An account at another service with which the member can sign in.
 */
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
    id: 'exported',
    memberCode: 'exported',
    email: 'exported',
    emailNormalized: 'exported elsewhere',
    emailVerified: 'exported',
    firstName: 'exported',
    lastName: 'exported',
    firstNameKana: 'exported',
    lastNameKana: 'exported',
    dateOfBirth: 'exported',
    gender: 'exported',
    postalCode: 'exported',
    phone: 'exported',
    phoneCountryCode: 'exported',
    phoneConfirmedAt: 'exported',
    address: 'exported',
    city: 'exported',
    prefectureId: 'exported',
    prefectureName: 'exported',
    country: 'exported',
    emailOptIn: 'exported',
    remindByEmail: 'exported',
    remindByNotification: 'exported',
    mfaEnabled: 'exported',
    mfaChannel: 'exported',
    mfaWithoutCodes: 'exported',
    termsAcceptedVersion: 'exported',
    locale: 'exported',
    devicesKnownSince: 'exported',
    broadcastsReadUntil: 'exported',
    closedAt: 'exported',
    createdAt: 'exported',
    updatedAt: 'exported',
  },
});

export const connectionsData = personalData(connections, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    connection: 'exported',
    subject: 'exported',
    memberId: 'joins rows',
    createdAt: 'exported',
  },
});
