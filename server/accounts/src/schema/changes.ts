import { memberId, type members } from '@portal/server-members/schema/members';
import { passportTransfers } from '@portal/server-passports/schema/passports';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { UNDO_CHANGES_MS } from '@portal/shared-contract';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

export const DELIVERY_COLUMNS = [
  'lastName',
  'firstName',
  'lastNameKana',
  'firstNameKana',
  'country',
  'postalCode',
  'prefectureId',
  'prefectureName',
  'city',
  'address',
] as const;
export type Delivery = Pick<typeof members.$inferSelect, (typeof DELIVERY_COLUMNS)[number]>;

/**
 * What a link restores, besides removing what was added. Dates are ISO 8601. It holds no more than the
 * tables it was read from: the app's secret is encrypted, the recovery codes are hashes.
 */
export type SignInSettings = {
  /** Only of a change of them. */
  readonly delivery?: Delivery;
  readonly email: string;
  readonly phone: string | null;
  readonly phoneCountryCode: string | null;
  readonly phoneConfirmedAt: string | null;
  readonly mfaEnabled: boolean;
  readonly mfaChannel: 'email' | 'sms';
  readonly mfaWithoutCodes: boolean;
  readonly totp: { readonly sealedSecret: string; readonly confirmedAt: string } | null;
  readonly recoveryCodes: readonly {
    readonly codeHash: string;
    readonly createdAt: string;
    readonly usedAt: string | null;
  }[];
};

/** The links that take changes back. Rows outlive their links, because a later link may reach back to them. */
export const changeUndos = pgTable(
  'change_undos',
  {
    secretHash: text('secret_hash').primaryKey(),
    memberId: memberId(),
    changedAt: moment('changed_at').notNull(),
    before: jsonb('before').$type<SignInSettings>().notNull(),
    /**
     * From a browser that the member had used for longer than a link reaches back. A second step that was added
     * there is not taken away by a link.
     */
    fromOwnBrowser: boolean('from_own_browser').notNull().default(false),
    /** How far the link reaches back: to this change, or to the first one of the 72 hours before it. */
    undoesSince: moment('undoes_since').notNull(),
    /** The gift that the message is about, if it is about one. */
    transferId: uuid('transfer_id').references(() => passportTransfers.id, {
      onDelete: 'set null',
    }),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('change_undos_member').on(table.memberId, table.changedAt),
    index('change_undos_expired').on(table.expiresAt),
  ],
);

export const changeUndosData = personalData(changeUndos, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  // A later link reaches back to rows whose own link has expired.
  ends: { by: 'expiresAt', afterMs: UNDO_CHANGES_MS },
  columns: {
    exported: ['changedAt', 'fromOwnBrowser', 'undoesSince', 'expiresAt', 'usedAt'],
    'opens something': ['secretHash'],
    'joins rows': ['memberId', 'transferId'],
  },
  as: { before: (before) => sql`${before} - 'totp' - 'recoveryCodes'` },
});

/** The new address that a member has entered but not yet proven; one per member. */
export const emailChanges = pgTable('email_changes', {
  memberId: memberId().primaryKey(),
  /** As typed; it is normalised by `normalizeEmail` when the change takes effect. */
  email: text('email').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const emailChangesData = personalData(emailChanges, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    exported: ['email', 'createdAt', 'expiresAt'],
    'joins rows': ['memberId'],
  },
});

/** The new number that a member has entered but not yet proven; one per member. */
export const phoneChanges = pgTable('phone_changes', {
  memberId: memberId().primaryKey(),
  /** E.164. */
  phone: text('phone').notNull(),
  /** ISO 3166-1 alpha-2. */
  country: text('country'),
  expiresAt: moment('expires_at').notNull(),
});

export const phoneChangesData = personalData(phoneChanges, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  ends: { by: 'expiresAt' },
  columns: {
    exported: ['phone', 'country', 'expiresAt'],
    'joins rows': ['memberId'],
  },
});
