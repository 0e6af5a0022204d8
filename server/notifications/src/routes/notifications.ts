import { pageMeta } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import { err } from '@portal/server-platform/outcome';
import {
  getNotification,
  type Locale,
  listNotifications,
  markAllNotificationsRead,
  type Notification,
} from '@portal/shared-contract';
import * as v from 'valibot';
import * as domain from '../notifications.ts';

export function mountNotifications(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listNotifications, async ({ query }, call) => {
    const page = await domain.listNotifications(context, call.member.id, query);
    const locale = call.locale ?? call.member.locale;
    return {
      data: page.items.map((item) => toNotification(context, item, locale)),
      total_unread: page.totalUnread,
      meta: pageMeta(query, page.total),
    };
  });

  mountForMember(app, context, getNotification, async ({ params }, call) => {
    const found = v.is(IdSchema, params.id)
      ? await domain.readNotification(context, call.member.id, params.id)
      : undefined;
    if (!found) return err('request.not_found');
    return toNotification(context, found, call.locale ?? call.member.locale);
  });

  mountForMember(app, context, markAllNotificationsRead, async (_request, { member }) => {
    const { totalUnread } = await domain.markAllRead(context, member.id);
    return { total_unread: totalUnread };
  });
}

/** PostgreSQL fails on anything but a UUID, so other ids are treated as unknown. */
const IdSchema = v.pipe(v.string(), v.uuid());

function toNotification(
  { config }: ApiContext,
  record: domain.NotificationRecord,
  locale: Locale,
): Notification {
  return {
    id: record.id,
    title: record.title[locale],
    body: domain.openBody(config.secrets, record)[locale],
    published_date: record.publishedAt.toISOString(),
    read: record.readAt !== null,
    ...(isWebAddress(record.externalLink) && { external_link: record.externalLink }),
  };
}

/** Other schemes, such as `javascript:`, could run code in the portal, so the link is left out. */
const isWebAddress = (link: string | null): link is string =>
  link !== null && /^https?:\/\//i.test(link) && URL.canParse(link);
