import {
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** A moment, always with its zone. */
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Spec §3 «User / profile», completed by decisions.md «Member and profile». */
export const members = pgTable('members', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Shown to the member and typed at a counter: ten digits. */
  memberCode: text('member_code').notNull().unique(),
  /** As the member typed it. */
  email: text('email').notNull(),
  /** As it is compared, see `normalizeEmail`. */
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
  address: text('address'),
  city: text('city'),
  /** JIS X 0401, 1 to 47. */
  prefectureId: smallint('prefecture_id'),
  prefectureName: text('prefecture_name'),
  country: text('country'),
  emailOptIn: boolean('email_opt_in'),
  mfaEnabled: boolean('mfa_enabled').notNull().default(false),
  mfaChannel: text('mfa_channel', { enum: ['email', 'sms'] })
    .notNull()
    .default('email'),
  termsAcceptedVersion: text('terms_accepted_version'),
  locale: text('locale', { enum: ['ja', 'en'] })
    .notNull()
    .default('ja'),
  /** Set when the member has left: no session opens any more. */
  cancelledAt: moment('cancelled_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
export type Member = typeof members.$inferSelect;

/** An account elsewhere that opens this one: LINE (spec §7, `/connections/connect/{connection}`). */
export const connections = pgTable(
  'connections',
  {
    connection: text('connection').notNull(),
    /** The other provider's `sub`. */
    subject: text('subject').notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.subject] }),
    index('connections_member').on(table.memberId),
  ],
);
