import { memberId } from '@portal/server-members/schema/members';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

type LocalizedText = { ja: string; en: string };

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: memberId(),
    title: jsonb('title').$type<LocalizedText>().notNull(),
    /** HTML. */
    body: jsonb('body').$type<LocalizedText>().notNull(),
    /** The code of the link in the body, which ends in `#code=`; see `sealLinkCode`. */
    sealedCode: text('sealed_code'),
    externalLink: text('external_link'),
    publishedAt: moment('published_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [
    index('notifications_of_member').on(table.memberId, table.publishedAt.desc(), table.id.desc()),
    index('notifications_unread').on(table.memberId, table.publishedAt).where(sql`read_at is null`),
  ],
);

export const notificationsData = personalData(notifications, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['title', 'body', 'externalLink', 'publishedAt', 'readAt'],
    'opens something': ['sealedCode'],
    'joins rows': ['id', 'memberId'],
  },
});
