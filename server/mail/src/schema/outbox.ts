import { members } from '@portal/server-members/schema/members';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { and, eq, isNull, or } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** A file of an email message, as data; it is made when the message is sent. */
export type Attachment =
  /** The picture of a passport's design, shown in the message as `cid:` and this id (RFC 2392). */
  | { readonly kind: 'design'; readonly contentId: string; readonly designId: string }
  /** An iCalendar file (RFC 5545). */
  | { readonly kind: 'calendar'; readonly name: string; readonly text: string };

/** Email, SMS and push messages, queued in the transaction that causes them and sent afterwards. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: ['mail', 'sms', 'push'] }).notNull(),
    /** An email address, an E.164 number, or the id of a push subscription. */
    recipient: text('recipient').notNull(),
    locale: text('locale', { enum: ['ja', 'en'] }).notNull(),
    /** The member it is for; null where there is none yet, or only an address is known. */
    memberId: uuid('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** Subject, text, HTML and attachments, encrypted and bound to this row (queue.ts); null when not needed. */
    sealedContent: text('sealed_content'),
    /** The version before wrote these four in clear; nothing does now. */
    subject: text('subject').notNull().default(''),
    text: text('text').notNull().default(''),
    html: text('html'),
    attachments: jsonb('attachments').$type<readonly Attachment[]>(),
    createdAt: moment('created_at').notNull(),
    /** `sealed` and `queued` wait; the version before sends `queued` alone, as it cannot read the other. */
    status: text('status', { enum: ['sealed', 'queued', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** When the code in the message expires; the message is not sent after that. */
    expiresAt: moment('expires_at'),
    sentAt: moment('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('outbox_due').on(table.status, table.nextAttemptAt),
    index('outbox_newest').on(table.createdAt.desc()),
    index('outbox_member').on(table.memberId),
  ],
);

export const outboxMessagesData = personalData(outboxMessages, {
  file: 'messages',
  whose: {
    // By address where the row names no member: codes for a visitor, and rows of the version before.
    member: ({ id, email }) => {
      const { memberId, recipient } = outboxMessages;
      return or(eq(memberId, id), and(isNull(memberId), eq(recipient, email)));
    },
  },
  erased: 'by the job',
  columns: {
    exported: ['kind', 'recipient', 'locale', 'createdAt', 'status', 'sentAt'],
    'opens something': ['sealedContent', 'subject', 'text', 'html', 'attachments'],
    'joins rows': ['id', 'memberId'],
    bookkeeping: ['attempts', 'nextAttemptAt', 'expiresAt', 'lastError'],
  },
});
