import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import type { PassportKind } from '@portal/shared-contract';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * What the books keep of the purchases of an erased member. It names nobody: no
 * member, holder, photo or passport number.
 */
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

export const keptPurchasesData = personalData(keptPurchases, {
  whose: 'nobody',
  erased: { kept: 'ten years, for the books' },
  columns: {
    orderId: 'bookkeeping',
    orderNumber: 'bookkeeping',
    paymentId: 'bookkeeping',
    designId: 'bookkeeping',
    price: 'bookkeeping',
    soldAs: 'bookkeeping',
    paymentType: 'bookkeeping',
    paymentStatus: 'bookkeeping',
    boughtAt: 'bookkeeping',
  },
});
