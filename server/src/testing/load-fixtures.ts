import { lastDayOf, PERMISSION, todayInJapan } from '@portal/shared-contract';
import { notifications } from '../db/schema/notifications.ts';
import { passports } from '../db/schema/passports.ts';
import type { DomainContext } from '../domain/context.ts';
import { PASSPORT_PRICE } from '../domain/passports/passport.ts';
import { storePhoto } from '../domain/passports/photos.ts';
import type { TestServer } from './index.ts';
import { photoFile } from './passports.ts';

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

/** Gives a member `count` notifications and `count` passports. */
export async function createLoadFixtures(
  { context, db }: TestServer,
  memberId: string,
  count: { readonly notifications: number; readonly passports: number },
): Promise<void> {
  const now = context.clock.now();
  await storeNotifications(context, memberId, count.notifications);
  if (count.passports === 0) return;
  const photoId = await storePhoto(context, memberId, await photoFile());
  const today = todayInJapan(now);
  await db.insert(passports).values(
    Array.from({ length: count.passports }, (_, at) => ({
      ownerId: memberId,
      purchaserId: memberId,
      designId: 'waves',
      holderKind: 'member' as const,
      holderLastName: '山田',
      holderFirstName: '花子',
      holderDateOfBirth: '1990-04-12',
      photoId,
      usageStartDate: today,
      extExpirationDate: lastDayOf(today),
      extPermission: PERMISSION.ordinary,
      paymentType: 'counter' as const,
      paymentStatus: 'paid' as const,
      price: PASSPORT_PRICE,
      createdAt: new Date(now.getTime() - at * MINUTE_MS),
      updatedAt: now,
    })),
  );
}
