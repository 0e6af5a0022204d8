import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Mails and text messages, queued in the transaction that causes them and sent afterwards. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: ['mail', 'sms'] }).notNull(),
    /** A mail address or an E.164 number. */
    recipient: text('recipient').notNull(),
    locale: text('locale', { enum: ['ja', 'en'] }).notNull(),
    /** Empty for text messages. */
    subject: text('subject').notNull().default(''),
    text: text('text').notNull(),
    /** Only mails have one. */
    html: text('html'),
    createdAt: moment('created_at').notNull(),
    status: text('status', { enum: ['queued', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** Nobody can use it afterwards: the code in it has ended. */
    expiresAt: moment('expires_at'),
    sentAt: moment('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('outbox_due').on(table.status, table.nextAttemptAt),
    index('outbox_newest').on(table.createdAt.desc()),
  ],
);
