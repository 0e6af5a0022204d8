import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { pgTable, text } from 'drizzle-orm/pg-core';

/** The new number that a member has entered but not yet proven; one per member. */
export const phoneChanges = pgTable('phone_changes', {
  memberId: memberId().primaryKey(),
  /** E.164. */
  phone: text('phone').notNull(),
  /** ISO 3166-1 alpha-2. */
  country: text('country'),
  expiresAt: moment('expires_at').notNull(),
});

export const phoneChangesData = personalData(phoneChanges, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    memberId: 'joins rows',
    phone: 'exported',
    country: 'exported',
    expiresAt: 'exported',
  },
});
