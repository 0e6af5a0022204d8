import { memberId } from '@portal/server-members/schema/members';
import { personalData } from '@portal/server-platform/database/personal-data';
import { moment } from '@portal/server-platform/database/schema/columns';
import { pgTable, text } from 'drizzle-orm/pg-core';

/** The new address that a member has entered but not yet proven; one per member. */
export const emailChanges = pgTable('email_changes', {
  memberId: memberId().primaryKey(),
  /** As typed; it is normalised by `normalizeEmail` when the change takes effect. */
  email: text('email').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const emailChangesData = personalData(emailChanges, {
  whose: { member: 'memberId' },
  erased: 'by foreign key',
  columns: {
    memberId: 'joins rows',
    email: 'exported',
    createdAt: 'exported',
    expiresAt: 'exported',
  },
});
