import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { members } from './members.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Links in mails that do one thing, once; kept after their use so that a second one is told so. */
export const mailLinks = pgTable(
  'mail_links',
  {
    /** SHA-256 of the code in the link. */
    codeHash: text('code_hash').primaryKey(),
    type: text('type', { enum: ['unblock', 'verify_email_link'] }).notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The address it went to: worth nothing once that has changed. */
    target: text('target').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('mail_links_member').on(table.memberId),
    index('mail_links_expired').on(table.expiresAt),
  ],
);
