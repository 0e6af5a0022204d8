import { memberId, members } from '@portal/server-members/schema/members';
import {
  bytes,
  moment,
  type NamedMember,
  personalData,
} from '@portal/server-platform/database/tables';
import { drawDigits } from '@portal/server-platform/limits/one-time-secrets';
import { type PassportKind, TAKE_BACK_MS } from '@portal/shared-contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** A number for an order, by chance; the database refuses one that another order has. */
export const newOrderNumber = (): string => drawDigits(12);

/** A photo as the server encoded it. One that no passport uses is deleted after a day. */
export const passportPhotos = pgTable(
  'passport_photos',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Who uploaded it. Nobody else can put it on a passport. */
    memberId: memberId(),
    webp: bytes('webp').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('passport_photos_age').on(table.createdAt)],
);

/** The passports. Dates are calendar dates of Japan. */
export const passports = pgTable(
  'passports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /**
     * Buyer, idempotency key and line make a purchase unique. Null for a passport that the operator made, and
     * for one whose buyer gave it away and was erased.
     */
    purchaserId: uuid('purchaser_id').references(() => members.id, { onDelete: 'set null' }),
    idempotencyKey: uuid('idempotency_key'),
    /** Twelve digits, for people to read aloud; the passports of one order share it. */
    orderNumber: text('order_number').notNull().$defaultFn(newOrderNumber),
    orderLine: smallint('order_line').notNull().default(1),
    orderSize: smallint('order_size').notNull().default(1),
    /** SHA-256 of the purchase; the same key with other contents is refused. */
    requestHash: text('request_hash'),
    designId: text('design_id').notNull(),
    holderKind: text('holder_kind', { enum: ['member', 'child', 'adult'] }).notNull(),
    holderLastName: text('holder_last_name').notNull(),
    holderFirstName: text('holder_first_name').notNull(),
    /** Null for an adult who has not accepted it yet. */
    holderDateOfBirth: date('holder_date_of_birth', { mode: 'string' }),
    /** The address of the adult for whom it was bought, as typed; null once the invitation is on its way. */
    invitedEmail: text('invited_email'),
    photoId: uuid('photo_id').references(() => passportPhotos.id),
    /** The passport of the same holder that this one follows, whose owner bought it. */
    renews: uuid('renews').references((): AnyPgColumn => passports.id, { onDelete: 'set null' }),
    usageStartDate: date('usage_start_date', { mode: 'string' }).notNull(),
    extExpirationDate: date('ext_expiration_date', { mode: 'string' }).notNull(),
    /** The contract's PERMISSION. */
    extPermission: smallint('ext_permission').notNull(),
    extMemberCode: text('ext_member_code').unique(),
    confirmedIdAt: moment('confirmed_id_at'),
    physicalCardIssuedAt: moment('physical_card_issued_at'),
    canceledAt: moment('canceled_at'),
    /** Yen. */
    price: integer('price').notNull(),
    /** The kind as it was on that day: what it promised stays. */
    soldAs: jsonb('sold_as').$type<PassportKind>().notNull(),
    /** Both are null for a passport that costs nothing. */
    paymentType: text('payment_type', { enum: ['counter', 'card'] }),
    paymentStatus: text('payment_status', {
      enum: ['pending', 'declined', 'paid', 'refund_pending', 'refunded'],
    }),
    transferStatus: text('transfer_status', { enum: ['transferring', 'accepted', 'rejected'] }),
    /** Turnstile codes of an earlier version are void. */
    codeVersion: integer('code_version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('passports_of_owner').on(table.ownerId, table.createdAt.desc(), table.id.desc()),
    index('passports_of_photo').on(table.photoId),
    index('passports_renewals').on(table.renews),
    // Turnstiles without a connection ask often for those whose codes have become void within two days.
    index('passports_changed').on(table.updatedAt).where(sql`code_version > 1`),
    // The job that reminds of tomorrow asks for one day at a time.
    index('passports_first_day').on(table.usageStartDate).where(sql`canceled_at is null`),
    index('passports_last_day').on(table.extExpirationDate).where(sql`canceled_at is null`),
    uniqueIndex('passports_order').on(table.orderNumber, table.orderLine),
    uniqueIndex('passports_purchase').on(table.purchaserId, table.idempotencyKey, table.orderLine),
    check('passports_payment', sql`(payment_type is null) = (payment_status is null)`),
  ],
);

/** The column of tables whose rows are deleted with the passport that they are about. */
const passportId = () =>
  uuid('passport_id')
    .notNull()
    .references(() => passports.id, { onDelete: 'cascade' });

/** The reminders that were sent; a row is written in the transaction that sends, so that each is sent once. */
export const passportReminders = pgTable(
  'passport_reminders',
  {
    passportId: passportId(),
    /** Of which day of the passport; `renewal` is the first one on which it can be renewed. */
    day: text('day', { enum: ['first', 'last', 'renewal'] }).notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.passportId, table.day] })],
);

/** What an accepted gift replaces: the holder, as the giver had it. Dates are YYYY-MM-DD. */
export type GivenAway = {
  readonly holderKind: 'member' | 'child';
  readonly holderLastName: string;
  readonly holderFirstName: string;
  readonly holderDateOfBirth: string | null;
};

/** The offers of passports to others. A passport has at most one open offer. */
export const passportTransfers = pgTable(
  'passport_transfers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    passportId: passportId(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Null for an address without an account, at which nobody can accept, and for a link until it is answered. */
    receiverId: uuid('receiver_id').references(() => members.id, { onDelete: 'cascade' }),
    /** What the sender sees of the receiver: a masked name or address. */
    receiverMasked: text('receiver_masked'),
    /** The hash of the token of an offer by link. */
    linkHash: text('link_hash'),
    /** The address, normalised, whose member alone may use the link; null once the offer has ended. */
    onlyEmail: text('only_email'),
    /** The name by which the receiver knows the sender, as the sender typed it; null as {@link message} is. */
    giverName: text('giver_name'),
    /** What the sender wrote to the receiver; null for none, and once an offer has ended without being accepted. */
    message: text('message'),
    requestedAt: moment('requested_at').notNull(),
    /** Null while the offer is open. */
    outcome: text('outcome', { enum: ['accepted', 'rejected', 'withdrawn'] }),
    decidedAt: moment('decided_at'),
    /** Before this, nobody can accept: what made the offer was new. */
    heldUntil: moment('held_until'),
    /** What its giver had; null until it is accepted, for one bought for its receiver, and for gifts of before. */
    before: jsonb('before').$type<GivenAway>(),
    /** The giver's photo, kept while the gift can be taken back. */
    beforePhotoId: uuid('before_photo_id').references(() => passportPhotos.id, {
      onDelete: 'set null',
    }),
    /** When an accepted gift went back to its giver, or beyond. */
    undoneAt: moment('undone_at'),
  },
  (table) => [
    uniqueIndex('passport_transfers_open').on(table.passportId).where(sql`outcome is null`),
    uniqueIndex('passport_transfers_link').on(table.linkHash),
    index('passport_transfers_of_receiver').on(table.receiverId),
    index('passport_transfers_of_passport').on(table.passportId, table.senderId),
    index('passport_transfers_of_sender').on(table.senderId),
    index('passport_transfers_photo').on(table.beforePhotoId),
    check('passport_transfers_decided', sql`(outcome is null) = (decided_at is null)`),
    check('passport_transfers_to', sql`receiver_masked is not null or link_hash is not null`),
  ],
);

/** What owners have changed of their passports, with what was before, to be taken back for 72 hours. */
export const passportChanges = pgTable(
  'passport_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    passportId: passportId(),
    /** The owner, in whose name it was changed. */
    memberId: memberId(),
    kind: text('kind', {
      enum: ['photo_changed', 'design_changed', 'card_ordered', 'canceled'],
    }).notNull(),
    beforeDesignId: text('before_design_id').notNull(),
    /** Kept as long as the change can be taken back. */
    beforePhotoId: uuid('before_photo_id').references(() => passportPhotos.id, {
      onDelete: 'set null',
    }),
    changedAt: moment('changed_at').notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('passport_changes_of_member').on(table.memberId, table.changedAt),
    index('passport_changes_of_passport').on(table.passportId),
    index('passport_changes_photo').on(table.beforePhotoId),
  ],
);

/** A row for each passport, so that each can be paid back alone: several if some failed, at most one open. */
export const passportPayments = pgTable(
  'passport_payments',
  {
    /** The id of a refund at the provider too. */
    id: uuid('id').primaryKey().defaultRandom(),
    /** The payment at the provider, which pays for all passports with this id; opening it twice opens one. */
    providerId: uuid('provider_id').notNull(),
    passportId: passportId(),
    /** Yen. */
    amount: integer('amount').notNull(),
    status: text('status', {
      enum: ['pending', 'paid', 'declined', 'abandoned', 'refund_pending', 'refunded'],
    }).notNull(),
    /** The address of the provider's page; null until the provider has answered. */
    url: text('url'),
    createdAt: moment('created_at').notNull(),
    askedAt: moment('asked_at'),
    decidedAt: moment('decided_at'),
    /** When a payment of another sum took its place; its page may be open, so the provider is asked on. */
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    uniqueIndex('passport_payments_open')
      .on(table.passportId)
      .where(sql`status = 'pending' and replaced_at is null`),
    index('passport_payments_at_provider').on(table.providerId),
    index('passport_payments_of_passport').on(table.passportId, table.createdAt),
    index('passport_payments_unsettled')
      .on(table.askedAt)
      .where(sql`status in ('pending', 'refund_pending')`),
  ],
);

/** The condition that a row's passport names the member in a column. */
export const ofPassports =
  (passportId: PgColumn, column: PgColumn) =>
  ({ id }: NamedMember) =>
    sql`${passportId} in (select ${passports.id} from ${passports} where ${column} = ${id})`;

export const passportPhotosData = personalData(passportPhotos, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['id', 'webp', 'createdAt'],
    'joins rows': ['memberId'],
  },
});

export const passportsData = personalData(passports, {
  whose: {
    owner: 'ownerId',
    buyer: 'purchaserId',
    /** Of a passport for a child or another adult: it is the buyer who typed these facts. */
    buyerForOther: ({ id }) =>
      and(eq(passports.purchaserId, id), ne(passports.holderKind, 'member')),
  },
  erased: 'by foreign key',
  columns: {
    exported: [
      'id',
      'designId',
      'holderKind',
      'usageStartDate',
      'extExpirationDate',
      'canceledAt',
      'transferStatus',
      'createdAt',
    ],
    buyer: [
      'orderNumber',
      'orderLine',
      'orderSize',
      'invitedEmail',
      'renews',
      'price',
      'soldAs',
      'paymentType',
      'paymentStatus',
    ],
    owner: [
      'holderLastName',
      'holderFirstName',
      'holderDateOfBirth',
      'photoId',
      'extPermission',
      'extMemberCode',
      'confirmedIdAt',
      'physicalCardIssuedAt',
      'updatedAt',
    ],
    buyerForOther: ['holderLastName', 'holderFirstName', 'holderDateOfBirth'],
    'joins rows': ['ownerId', 'purchaserId'],
    bookkeeping: ['idempotencyKey', 'requestHash', 'codeVersion'],
  },
});

export const passportRemindersData = personalData(passportReminders, {
  whose: { owner: ofPassports(passportReminders.passportId, passports.ownerId) },
  erased: 'by foreign key',
  columns: { exported: ['passportId', 'day', 'sentAt'] },
});

export const passportTransfersData = personalData(passportTransfers, {
  whose: { sender: 'senderId', receiver: 'receiverId' },
  erased: 'by foreign key',
  columns: {
    exported: ['passportId', 'requestedAt', 'outcome', 'decidedAt', 'heldUntil', 'undoneAt'],
    sender: ['receiverMasked', 'onlyEmail', 'giverName', 'message', 'before'],
    'exported elsewhere': ['beforePhotoId'],
    "somebody else's": ['senderId', 'receiverId'],
    'opens something': ['linkHash'],
    'joins rows': ['id'],
  },
});

export const passportChangesData = personalData(passportChanges, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  // A link of 72 hours may itself reach back 72 hours.
  ends: { by: 'changedAt', afterMs: 2 * TAKE_BACK_MS },
  columns: {
    exported: ['passportId', 'kind', 'beforeDesignId', 'changedAt', 'undoneAt'],
    'exported elsewhere': ['beforePhotoId'],
    'joins rows': ['id', 'memberId'],
  },
});

export const passportPaymentsData = personalData(passportPayments, {
  whose: { buyer: ofPassports(passportPayments.passportId, passports.purchaserId) },
  erased: 'by foreign key',
  columns: {
    exported: ['providerId', 'passportId', 'amount', 'status', 'createdAt', 'decidedAt'],
    'opens something': ['url'],
    'joins rows': ['id'],
    bookkeeping: ['askedAt', 'replacedAt'],
  },
});
