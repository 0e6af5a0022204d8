import { notifications } from '@portal/server-notifications/schema/notifications';
import type { DomainContext } from '@portal/server-platform/database/database';

const MINUTE_MS = 60_000;
/** How many rows one statement inserts. */
const AT_ONCE = 500;
/** As long as a typical notification of an operator. */
const BODY = `<p>${'いつもご利用いただきありがとうございます。'.repeat(40)}</p>`;

/** Gives a member `count` notifications, every third unread. */
export async function storeNotifications(
  { db, clock }: DomainContext,
  memberId: string,
  count: number,
): Promise<void> {
  const now = clock.now();
  const text = (words: string) => ({ ja: words, en: words });
  const rows = Array.from({ length: count }, (_, at) => ({
    memberId,
    title: text(`お知らせ ${at + 1}`),
    body: text(BODY),
    publishedAt: new Date(now.getTime() - at * MINUTE_MS),
    readAt: at % 3 ? now : null,
  }));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await db.insert(notifications).values(rows.slice(from, from + AT_ONCE));
  }
}
