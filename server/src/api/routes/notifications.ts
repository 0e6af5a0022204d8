import { type Locale, listNotifications, type Notification } from '@portal/shared-contract';
import { findMemberById } from '../../domain/members.ts';
import * as domain from '../../domain/notifications.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountForMember } from '../mount.ts';
import { refuse } from '../refusal.ts';

export function mountNotifications(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listNotifications, async ({ query }, call) => {
    const [member, page] = await Promise.all([
      findMemberById(context, call.member.id),
      domain.listNotifications(context, call.member.id, query),
    ]);
    if (!member || member.cancelledAt) return refuse('auth.unauthorized');
    const locale = call.locale ?? member.locale;
    return {
      data: page.items.map((item) => toNotification(item, locale)),
      total_unread: page.totalUnread,
      meta: {
        page: query.page,
        limit: query.limit,
        total: page.total,
        last_page: Math.max(1, Math.ceil(page.total / query.limit)),
      },
    };
  });
}

/** A notification in one language, as the API answers it. */
function toNotification(record: domain.NotificationRecord, locale: Locale): Notification {
  return {
    id: record.id,
    title: record.title[locale],
    body: record.body[locale],
    published_date: record.publishedAt.toISOString(),
    read: record.readAt !== null,
    ...(record.externalLink !== null && { external_link: record.externalLink }),
  };
}
