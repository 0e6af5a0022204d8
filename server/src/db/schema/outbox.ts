import { inArray } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { personalData } from '../personal-data.ts';
import { moment } from './columns.ts';

/** A file of an e-mail message, as data; it is made when the message is sent. */
export type Attachment =
  /** The picture of a passport's design, shown in the message as `cid:` and this id (RFC 2392). */
  | { readonly kind: 'design'; readonly contentId: string; readonly designId: string }
  /** An iCalendar file (RFC 5545). */
  | { readonly kind: 'calendar'; readonly name: string; readonly text: string };

/** E-mail, SMS and push messages, queued in the transaction that causes them and sent afterwards. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: ['mail', 'sms', 'push'] }).notNull(),
    /** An e-mail address, an E.164 number, or the id of a push subscription. */
    recipient: text('recipient').notNull(),
    locale: text('locale', { enum: ['ja', 'en'] }).notNull(),
    /** Empty for SMS messages. */
    subject: text('subject').notNull().default(''),
    text: text('text').notNull(),
    /** Only e-mail messages have it. */
    html: text('html'),
    /** What the files of an e-mail message are made from when it is sent. */
    attachments: jsonb('attachments').$type<readonly Attachment[]>(),
    createdAt: moment('created_at').notNull(),
    status: text('status', { enum: ['queued', 'sent', 'failed', 'dropped'] })
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
  ],
);

export const outboxMessagesData = personalData(outboxMessages, {
  file: 'messages',
  whose: {
    member: ({ email, phone }) =>
      inArray(outboxMessages.recipient, [email, ...(phone ? [phone] : [])]),
  },
  erased: 'by the job',
  columns: {
    id: 'joins rows',
    kind: 'exported',
    recipient: 'exported',
    locale: 'exported',
    subject: 'exported',
    text: 'opens something',
    html: 'opens something',
    attachments: 'opens something',
    createdAt: 'exported',
    status: 'exported',
    attempts: 'bookkeeping',
    nextAttemptAt: 'bookkeeping',
    expiresAt: 'bookkeeping',
    sentAt: 'exported',
    lastError: 'bookkeeping',
  },
});
