import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Browsers in which a member has shown more than the password. It ends with the
 * member's known devices.
 */
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
  columns: { memberId: 'joins rows', browserHash: 'opens something', confirmedAt: 'exported' },
});
