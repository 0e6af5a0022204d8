import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Browsers in which a password needs no second step for a while. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    /** Names the row to the member; it cannot be used to sign in. */
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: memberId(),
    /** SHA-256 of the secret in the browser's cookie, together with the id of the known device. */
    secretHash: text('secret_hash').notNull(),
    /**
     * The hash of the secret before, and the present one encrypted with it: for a few seconds the same
     * answer is given again, to a second tab (docs/decisions/0025-second-steps.md).
     */
    formerHash: text('former_hash'),
    sealedSecret: text('sealed_secret'),
    /** The session that the browser was signed in with last, which may have ended. */
    sessionUid: text('session_uid'),
    userAgent: text('user_agent'),
    /** ISO 3166-1 alpha-2 of the last sign-in, where the edge reports it. */
    country: text('country'),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('trusted_browsers_member').on(table.memberId),
    index('trusted_browsers_expired').on(table.expiresAt),
  ],
);

export const trustedBrowsersData = personalData(trustedBrowsers, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    id: 'joins rows',
    memberId: 'joins rows',
    secretHash: 'opens something',
    formerHash: 'opens something',
    sealedSecret: 'opens something',
    sessionUid: 'joins rows',
    userAgent: 'exported',
    country: 'exported',
    createdAt: 'exported',
    lastUsedAt: 'exported',
    expiresAt: 'exported',
  },
});
