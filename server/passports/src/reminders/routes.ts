import type { ApiApp, ApiContext, MemberCall } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import { changeMember, reloadMember } from '@portal/server-members/members';
import {
  removePushOfBrowser,
  subscribePush as storeSubscription,
  takesPush,
} from '@portal/server-notifications/push/push-subscriptions';
import { type PushSettings, vapidKeys } from '@portal/server-notifications/push/settings';
import { toAnswer } from '@portal/server-platform/case';
import { err } from '@portal/server-platform/outcome';
import {
  changeReminders,
  getReminders,
  type Reminders,
  RemindersSchema,
  subscribePush,
  unsubscribePush,
} from '@portal/shared-contract';

/** Mounts the calls of the reminders and of the push messages that carry them. */
export function mountReminders(
  app: ApiApp,
  context: ApiContext & { readonly config: PushSettings },
): void {
  const [{ publicKey: pushKey }] = vapidKeys(context.config);

  async function remindersOf({ member }: MemberCall): Promise<{ data: Reminders }> {
    const { remindByEmail, remindByNotification } = await reloadMember(context, member.id);
    const push = await takesPush(context, browserOf({ member }));
    const wishes = { email: remindByEmail, notification: remindByNotification };
    return { data: toAnswer<Reminders>(RemindersSchema, { ...wishes, push, pushKey }) };
  }

  mountForMember(app, context, getReminders, (_request, call) => remindersOf(call));
  mountForMember(app, context, changeReminders, async ({ body }, call) => {
    const { email, notification } = body;
    await changeMember(context, call.member.id, {
      ...(email !== undefined && { remindByEmail: email }),
      ...(notification !== undefined && { remindByNotification: notification }),
    });
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
