import { members } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * How far a sign-in has come, for some minutes (docs/decisions/0006-steps-of-a-sign-in.md). The
 * browser has the secret of a row, and the row its hash and what it encrypts: neither a copy of this
 * table nor a secret key of the server continues a sign-in.
 */
export const signInProgress = pgTable(
  'sign_in_progress',
  {
    /** SHA-256 of the secret in the browser's cookie. */
    secretHash: text('secret_hash').primaryKey(),
    /** Whose sign-in it is; null while only another service knows. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** The step, encrypted with a key that is derived from the secret. */
    sealedStep: text('sealed_step').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_progress_member').on(table.memberId),
    index('sign_in_progress_expired').on(table.expiresAt),
  ],
);

export const signInProgressData = personalData(signInProgress, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    secretHash: 'opens something',
    memberId: 'joins rows',
    sealedStep: 'opens something',
    expiresAt: 'bookkeeping',
  },
});
