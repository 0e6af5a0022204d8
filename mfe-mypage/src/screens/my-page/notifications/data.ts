import type { Result } from '@portal/kit/api';
import { knownNotifications, listNotificationPage, type NotificationPage } from '@portal/kit/auth';
import { type Deferred, refreshed } from '@portal/kit/routing';
import { pageOf } from '../pages.ts';

export const LIST = '/my-page/notifications';

export type ListData = {
  /** The requested page, from 1. */
  readonly page: number;
  readonly notifications: Deferred<Result<NotificationPage>>;
};

export async function loadList(request: Request): Promise<ListData> {
  const page = pageOf(request);
  return {
    page,
    notifications: await refreshed(
      knownNotifications(page),
      listNotificationPage({ page }, { purpose: 'navigation' }),
    ),
  };
}
