import { moment, nobodysData } from '@portal/server-platform/database/tables';
import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** What a credential of the staff allows. */
export const STAFF_SCOPES = [
  'check_turnstile',
  'confirm_identity',
  'take_payment',
  'refund',
  'send_broadcasts',
  'release',
] as const;
export type StaffScope = (typeof STAFF_SCOPES)[number];

/** The people at the counter, the turnstiles and the teams that release parts, who have no account. */
export const staffCredentials = pgTable(
  'staff_credentials',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Of a person or of a turnstile: `Counter 2`. */
    name: text('name').notNull(),
    /** Whose parts it releases, with the scope `release`; `operator` may change everything. */
    team: text('team'),
    scopes: text('scopes').array().$type<StaffScope[]>().notNull(),
    /** Of the token, which has 256 random bits: see one-time-secrets.ts. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [uniqueIndex('staff_credentials_name').on(table.name).where(sql`ended_at is null`)],
);

export const staffCredentialsData = nobodysData(staffCredentials, {
  kept: 'it names staff, turnstiles and teams, which have no account',
});
