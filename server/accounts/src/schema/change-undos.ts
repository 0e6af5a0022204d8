import { memberId, type members } from '@portal/server-members/schema/members';
import { passportTransfers } from '@portal/server-passports/schema/passports';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** To whom and where a card is sent. */
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
  /** The confirmed authenticator app. */
  readonly totp: { readonly sealedSecret: string; readonly confirmedAt: string } | null;
  readonly recoveryCodes: readonly {
    readonly codeHash: string;
    readonly createdAt: string;
    readonly usedAt: string | null;
  }[];
};

/**
 * The links that take changes of the sign-in settings back. A row is kept after its
 * link has expired, because a later link may reach back to it.
 */
export const changeUndos = pgTable(
  'change_undos',
  {
    secretHash: text('secret_hash').primaryKey(),
    memberId: memberId(),
    changedAt: moment('changed_at').notNull(),
    /** The settings just before this change. */
    before: jsonb('before').$type<SignInSettings>().notNull(),
    /**
     * How far the link reaches back: to this change, or to the first one of the 72 hours before it.
     */
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
  columns: {
    secretHash: 'opens something',
    memberId: 'joins rows',
    changedAt: 'exported',
    before: { as: (before) => sql`${before} - 'totp' - 'recoveryCodes'` },
    undoesSince: 'exported',
    transferId: 'joins rows',
    expiresAt: 'exported',
    usedAt: 'exported',
  },
});
