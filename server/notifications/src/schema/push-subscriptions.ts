import { memberId } from '@portal/server-members/schema/members';
import { moment, personalData } from '@portal/server-platform/database/tables';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Browsers that take push messages (RFC 8030). A row outlives its session; signing out removes it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    memberId: memberId(),
    /** Where the browser's push service takes messages. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's public key and secret, which messages are encrypted for (RFC 8291), base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The public key of ours that the browser subscribed with (RFC 8292), base64url. */
    vapidKey: text('vapid_key').notNull(),
    /** The session that subscribed, which may have ended. */
    sessionUid: text('session_uid').notNull(),
    /** The key of the browser, which later sessions of it have too; null if it has sent no proof of one. */
    keyThumbprint: text('key_thumbprint'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('push_subscriptions_member').on(table.memberId),
    index('push_subscriptions_session').on(table.sessionUid),
    index('push_subscriptions_browser').on(table.keyThumbprint),
  ],
);

export const pushSubscriptionsData = personalData(pushSubscriptions, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    exported: ['userAgent', 'createdAt'],
    'opens something': ['endpoint', 'p256dh', 'auth'],
    'joins rows': ['id', 'memberId', 'sessionUid', 'keyThumbprint'],
    bookkeeping: ['vapidKey'],
  },
});
