import { failure, type Result } from '@portal/shared-api';
import type { Notification } from '@portal/shared-contract';
import type { NotificationUpdate } from './notifications.ts';

/** No first view waits for it. */
const changes = () => import('./notification-changes.ts');

/** POST /notifications/mark-all-as-read, then the first five anew. */
export const markAllRead = (): Promise<Result<{ total_unread: number }>> =>
  changes().then(
    (code) => code.markAllRead(),
    () => failure({ kind: 'offline' }),
  );

/**
 * Applies an update from the event stream or another tab, and loads the bell where the update does not say enough.
 * @returns the newest notification, if this tab did not know of it
 */
export const applyNotificationUpdate = (
  update: NotificationUpdate,
): Promise<Notification | undefined> =>
  changes().then(
    (code) => code.applyNotificationUpdate(update),
    () => undefined,
  );
