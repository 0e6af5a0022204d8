import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';

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

export const restoresData = personalData(restores, {
  whose: 'nobody',
  erased: { kept: 'it is of the database' },
  columns: { restoredAt: 'bookkeeping', knownUntil: 'bookkeeping', comparedAt: 'bookkeeping' },
});

export const unknownPaymentsData = personalData(unknownPayments, {
  whose: 'nobody',
  erased: { kept: 'until the operator has paid it back: nobody knows whose it was' },
  columns: { providerId: 'bookkeeping', amount: 'bookkeeping', reportedAt: 'bookkeeping' },
});
