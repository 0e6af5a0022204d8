import { call, type Result } from '@portal/shared-api';
import {
  BELL_REFETCH_SIZE,
  markAllNotificationsRead,
  type Notification,
} from '@portal/shared-contract';
import { authStore, state } from './atoms.ts';
import {
  ALL,
  beginVersion,
  broadcast,
  listNotificationPage,
  loadBell,
  markListsOutdated,
  markReadInBell,
  type NotificationUpdate,
  setUnread,
} from './notifications.ts';

/** While all are being marked as read: whether an update has come, which the answer repeats as a rule. */
let markingAll: { isToldOf: boolean } | undefined;

/** POST /notifications/mark-all-as-read, then the first five anew. */
export async function markAllRead(): Promise<Result<{ total_unread: number }>> {
  const marking = { isToldOf: false };
  markingAll = marking;
  const answer = await call(markAllNotificationsRead, undefined, { purpose: 'form' });
  markingAll = undefined;
  if (!answer.ok) {
    // The answer may have been lost after all were marked.
    if (marking.isToldOf) {
      markListsOutdated();
      void loadBell();
    }
    return answer;
  }
  beginVersion();
  setUnread(answer.data.total_unread);
  markReadInBell(ALL);
  markListsOutdated();
  broadcast({ unread: answer.data.total_unread, read: ALL });
  void listNotificationPage({ limit: BELL_REFETCH_SIZE });
  return answer;
}

/**
 * Applies an update from the event stream or another tab, and loads the bell where the update does not say enough.
 * @returns the newest notification, if this tab did not know of it
 */
export async function applyNotificationUpdate({
  unread,
  newestId,
  read,
  turnstile,
}: NotificationUpdate): Promise<Notification | undefined> {
  if (turnstile) authStore.set(state.turnstileAnswer, turnstile);
  const knownId = authStore.get(state.newestNotificationId);
  const isNew = typeof newestId === 'string' && knownId !== undefined && newestId !== knownId;
  const isCountChanged = unread !== authStore.get(state.unreadCount);
  beginVersion();
  setUnread(unread);
  if (newestId !== undefined) authStore.set(state.newestNotificationId, newestId);
  if (read !== undefined) markReadInBell(read);
  if (markingAll && !isNew) {
    markingAll.isToldOf = true;
    return undefined;
  }
  if (isNew || isCountChanged || read !== undefined) markListsOutdated();
  // A count that changed because of `read` needs no look at the server.
  if (!isNew && (!isCountChanged || read !== undefined)) return undefined;
  await loadBell();
  const newest = authStore.get(state.bellNotifications)?.find(({ id }) => id === newestId);
  return isNew ? newest : undefined;
}
