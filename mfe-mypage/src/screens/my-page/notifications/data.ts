import type { Result } from '@portal/shared-api';
import { listNotificationPage, type NotificationPage } from '@portal/shared-auth';
import { DEFAULT_PAGE } from '@portal/shared-contract';
import { type Soon, soon } from '@portal/shared-routing';

export type ListData = {
  /** The page asked for, from 1 on. */
  readonly page: number;
  readonly notifications: Soon<Result<NotificationPage>>;
};

/** Which page an address means: `?page=2`; the first where it says nothing that makes sense. */
export function pageOf(search: URLSearchParams): number {
  const text = search.get('page') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : DEFAULT_PAGE;
}

/** The first page goes without a number, so that it has one address. */
export const pageAddress = (page: number): string =>
  `/my-page/notifications${page > 1 ? `?page=${page}` : ''}`;

export async function loadList(request: Request): Promise<ListData> {
  const page = pageOf(new URL(request.url).searchParams);
  return {
    page,
    notifications: await soon(listNotificationPage({ page }, { purpose: 'navigation' })),
  };
}
