import type { ApiApp, ApiContext, MemberCall } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import { members } from '@portal/server-members/schema/members';
import {
  removePushOfBrowser,
  subscribePush as storeSubscription,
  takesPush,
} from '@portal/server-notifications/push/push-subscriptions';
import { type PushSettings, vapidKeys } from '@portal/server-notifications/push/settings';
import { toAnswer } from '@portal/server-platform/case';
import type { DomainContext } from '@portal/server-platform/database/database';
import { err } from '@portal/server-platform/outcome';
import {
  changeReminders,
  getReminders,
  type Reminders,
  RemindersSchema,
  subscribePush,
  unsubscribePush,
} from '@portal/shared-contract';
import { eq } from 'drizzle-orm';

/** Mounts the calls of the reminders and of the push messages that carry them. */
export function mountReminders(
  app: ApiApp,
  context: ApiContext & { readonly config: PushSettings },
): void {
  const [{ publicKey: pushKey }] = vapidKeys(context.config);

  async function remindersOf({ member }: MemberCall): Promise<{ data: Reminders }> {
    const wishes = await reminderWishes(context, member.id);
    const push = await takesPush(context, browserOf({ member }));
    return { data: toAnswer<Reminders>(RemindersSchema, { ...wishes, push, pushKey }) };
  }

  mountForMember(app, context, getReminders, (_request, call) => remindersOf(call));
  mountForMember(app, context, changeReminders, async ({ body }, call) => {
    await changeReminderWishes(context, call.member.id, body);
    return remindersOf(call);
  });
  mountForMember(app, context, subscribePush, async ({ body }, call) => {
    const { endpoint, p256dh, auth, push_key: vapidKey } = body;
    const browser = { ...browserOf(call), device: call.device };
    const subscription = { endpoint, p256dh, auth, vapidKey };
    const outcome = await storeSubscription(context, browser, subscription);
    return outcome === 'refused' ? err('request.invalid') : remindersOf(call);
  });
  mountForMember(app, context, unsubscribePush, async (_request, call) => {
    await removePushOfBrowser(context, browserOf(call));
    return remindersOf(call);
  });
}

const browserOf = ({ member }: Pick<MemberCall, 'member'>) => ({
  memberId: member.id,
  sessionUid: member.sessionUid,
});

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
