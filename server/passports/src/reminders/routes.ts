import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { type MemberCall, mountForMember } from '@portal/server-endpoint/mount';
import { refuse } from '@portal/server-endpoint/refusal';
import {
  removePushOfBrowser,
  subscribePush as storeSubscription,
  takesPush,
} from '@portal/server-notifications/push/push-subscriptions';
import type { PushSettings } from '@portal/server-notifications/push/settings';
import { vapidKeys } from '@portal/server-notifications/push/vapid-keys';
import { toAnswer } from '@portal/server-platform/case';
import {
  changeReminders,
  getReminders,
  type Reminders,
  RemindersSchema,
  subscribePush,
  unsubscribePush,
} from '@portal/shared-contract';
import { changeReminderWishes, reminderWishes } from './reminder-wishes.ts';

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
    return outcome === 'refused' ? refuse('request.invalid') : remindersOf(call);
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
