import { memberId } from '@portal/server-members/schema/members';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/** Browsers in which a member has shown more than the password. It ends with the member's known devices. */
export const confirmedBrowsers = pgTable(
  'confirmed_browsers',
  {
    memberId: memberId(),
    /** SHA-256 of the id of the known device, which is in the browser's cookie. */
    browserHash: text('browser_hash').notNull(),
    confirmedAt: moment('confirmed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.browserHash] })],
);

export const confirmedBrowsersData = personalData(confirmedBrowsers, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['confirmedAt'],
    'opens something': ['browserHash'],
    'joins rows': ['memberId'],
  },
});

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
  ends: { by: 'expiresAt' },
  columns: {
    exported: ['userAgent', 'country', 'createdAt', 'lastUsedAt', 'expiresAt'],
    'opens something': ['secretHash', 'formerHash', 'sealedSecret'],
    'joins rows': ['id', 'memberId', 'sessionUid'],
  },
});
