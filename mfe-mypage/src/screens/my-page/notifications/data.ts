import type { Result } from '@portal/shared-api';
import {
  knownNotifications,
  listNotificationPage,
  type NotificationPage,
} from '@portal/shared-auth';
import { DEFAULT_PAGE } from '@portal/shared-contract';
import { type Deferred, refreshed } from '@portal/shared-routing';

export type ListData = {
  /** The requested page, from 1. */
  readonly page: number;
  readonly notifications: Deferred<Result<NotificationPage>>;
};

/** The page number of an address (`?page=2`); 1 where it is missing or not a page number. */
function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : DEFAULT_PAGE;
}

/** The address of a page. The first page has no number, so that it has one address. */
export const pageAddress = (page: number): string =>
  `/my-page/notifications${page > 1 ? `?page=${page}` : ''}`;

export async function loadList(request: Request): Promise<ListData> {
  const page = pageOf(new URL(request.url).searchParams);
  return {
    page,
    notifications: await refreshed(
      knownNotifications(page),
      listNotificationPage({ page }, { purpose: 'navigation' }),
    ),
  };
}
