import { members } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/context';
import { eq } from 'drizzle-orm';

export type ReminderWishes = { readonly email: boolean; readonly notification: boolean };

const COLUMNS = { email: members.remindByEmail, notification: members.remindByNotification };

/** How the member wishes to be reminded, besides by push messages. */
export async function reminderWishes(
  { db }: Pick<DomainContext, 'db'>,
  memberId: string,
): Promise<ReminderWishes> {
  const [wishes] = await db.select(COLUMNS).from(members).where(eq(members.id, memberId));
  if (!wishes) throw new Error('The member of a call no longer exists');
  return wishes;
}

/** Changes the wishes that are given. */
export async function changeReminderWishes(
  { db, clock }: DomainContext,
  memberId: string,
  { email, notification }: { readonly [Wish in keyof ReminderWishes]?: boolean | undefined },
): Promise<void> {
  await db
    .update(members)
    .set({
      ...(email !== undefined && { remindByEmail: email }),
      ...(notification !== undefined && { remindByNotification: notification }),
      updatedAt: clock.now(),
    })
    .where(eq(members.id, memberId));
}
