import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { index, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Links in e-mail messages, each good once; a used one is kept so that a second use can be told.
 */
export const mailLinks = pgTable(
  'mail_links',
  {
    secretHash: text('code_hash').primaryKey(),
    type: text('type', {
      enum: ['unblock', 'verify_email_link', 'not_me', 'refuse_recovery', 'data_export'],
    }).notNull(),
    memberId: memberId(),
    /** The address that the link was sent to; the link is void once the member has changed it. */
    target: text('target').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('mail_links_member').on(table.memberId),
    index('mail_links_expired').on(table.expiresAt),
  ],
);

export const mailLinksData = personalData(mailLinks, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    secretHash: 'opens something',
    type: 'exported',
    memberId: 'joins rows',
    target: 'exported',
    expiresAt: 'exported',
    usedAt: 'exported',
  },
});
