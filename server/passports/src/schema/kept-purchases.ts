import { moment, nobodysData } from '@portal/server-platform/database/tables';
import type { PassportKind } from '@portal/shared-contract';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** What the books keep of an erased member's purchases: no member, holder, photo or passport number. */
export const keptPurchases = pgTable(
  'kept_purchases',
  {
    /** The passport's id. */
    orderId: uuid('order_id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    /** The card payment at the payment provider; null for one at the counter. */
    paymentId: uuid('payment_id'),
    designId: text('design_id').notNull(),
    /** Yen. */
    price: integer('price').notNull(),
    /** With the rate of the tax. */
    soldAs: jsonb('sold_as').$type<PassportKind>().notNull(),
    paymentType: text('payment_type', { enum: ['counter', 'card'] }).notNull(),
    paymentStatus: text('payment_status', { enum: ['paid', 'refunded'] }).notNull(),
    boughtAt: moment('bought_at').notNull(),
  },
  (table) => [index('kept_purchases_age').on(table.boughtAt)],
);

export const keptPurchasesData = nobodysData(keptPurchases, { kept: 'ten years, for the books' });

/** The backups from which the database was restored (docs/your-own-portal.md). */
export const restores = pgTable('restores', {
  restoredAt: moment('restored_at').primaryKey(),
  /** The last moment of which the backup knows something. */
  knownUntil: moment('known_until').notNull(),
  /** When the operator had compared the payments of since; until then no money of before is paid back. */
  comparedAt: moment('compared_at'),
});

/** Payments that the provider reported as paid and the portal does not know, to be paid back there. */
export const unknownPayments = pgTable('unknown_payments', {
  /** At the provider. */
  providerId: uuid('provider_id').primaryKey(),
  /** Yen. */
  amount: integer('amount').notNull(),
  reportedAt: moment('reported_at').notNull(),
});

export const restoresData = nobodysData(restores, { kept: 'it is of the database' });

export const unknownPaymentsData = nobodysData(unknownPayments, {
  kept: 'until the operator has paid it back: nobody knows whose it was',
});
