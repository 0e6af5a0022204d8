import { lastDayOf, PERMISSION, todayInJapan } from '@portal/shared-contract';
import { notifications } from '../db/schema/notifications.ts';
import { passports } from '../db/schema/passes.ts';
import { PASS_PRICE } from '../domain/passes/pass.ts';
import { keepPhoto } from '../domain/passes/photos.ts';
import type { TestServer } from './index.ts';
import { photoFile } from './passes.ts';

const MINUTE_MS = 60_000;
/** Rows in one statement. */
const AT_ONCE = 500;
/** As long as an operator's letter. */
const BODY = `<p>${'いつもご利用いただきありがとうございます。'.repeat(40)}</p>`;

/** Gives a member many notifications, every third unread, and many passes. */
export async function giveInPlenty(
  { context, db }: TestServer,
  memberId: string,
  { letters, passes }: { readonly letters: number; readonly passes: number },
): Promise<void> {
  const now = context.clock.now();
  const text = (words: string) => ({ ja: words, en: words });
  const rows = Array.from({ length: letters }, (_, at) => ({
    memberId,
    title: text(`お知らせ ${at + 1}`),
    body: text(BODY),
    publishedAt: new Date(now.getTime() - at * MINUTE_MS),
    readAt: at % 3 ? now : null,
  }));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await db.insert(notifications).values(rows.slice(from, from + AT_ONCE));
  }
  if (passes === 0) return;
  const photoId = await keepPhoto(context, memberId, await photoFile());
  const today = todayInJapan(now);
  await db.insert(passports).values(
    Array.from({ length: passes }, (_, at) => ({
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
      price: PASS_PRICE,
      createdAt: new Date(now.getTime() - at * MINUTE_MS),
      updatedAt: now,
    })),
  );
}
