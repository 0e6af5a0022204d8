import { staffCredentials } from '@portal/server-members/schema/staff-credentials';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ofPassports, passports } from './passports.ts';

/** What staff and turnstiles have done with passports, and who. */
export const staffActs = pgTable(
  'staff_acts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => staffCredentials.id),
    /** Null where it is about none, or once the passport was deleted with its owner: the act stays, and names nobody. */
    passportId: uuid('passport_id').references(() => passports.id, { onDelete: 'set null' }),
    /** `entered` is a code that a turnstile with a connection accepted, `previewed` a broadcast that was sent to one address. */
    act: text('act', { enum: ['entered', 'paid', 'confirmed', 'refunded', 'previewed'] }).notNull(),
    happenedAt: moment('happened_at').notNull(),
    /** The name of the turnstile, for `entered`. */
    turnstile: text('turnstile'),
    /** The period of the code, for `entered`: see turnstile/code-format.ts. */
    codePeriod: integer('code_period'),
    /** Made by the turnstile for each code that it reads, so that a call that is sent again counts once. */
    requestId: uuid('request_id'),
  },
  (table) => [
    // A second use of a period is refused by the database too, whatever checks it.
    uniqueIndex('staff_acts_period')
      .on(table.passportId, table.codePeriod)
      .where(sql`act = 'entered'`),
    uniqueIndex('staff_acts_request').on(table.credentialId, table.requestId),
    index('staff_acts_of_passport').on(table.passportId, table.happenedAt),
    index('staff_acts_time').using('brin', table.happenedAt),
  ],
);

export const staffActsData = personalData(staffActs, {
  file: 'passport-uses',
  whose: { owner: ofPassports(staffActs.passportId, passports.ownerId) },
  erased: { kept: 'it names nobody once the passport is deleted' },
  columns: {
    exported: ['passportId', 'act', 'happenedAt', 'turnstile'],
    "somebody else's": ['credentialId'],
    'joins rows': ['id'],
    bookkeeping: ['codePeriod', 'requestId'],
  },
});
