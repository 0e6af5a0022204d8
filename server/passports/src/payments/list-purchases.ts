import type { MemberRecord } from '@portal/server-members/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { and, countDistinct, desc, eq, inArray, max } from 'drizzle-orm';
import { isGiven } from '../passport/access.ts';
import { type PassportView, shownHolder } from '../passport/list.ts';
import { passports, passportTransfers } from '../schema/passports.ts';

/** A passport that the member has paid for or is to pay for, and its holder as they may see it. */
type Purchased = Pick<PassportView, 'passport' | 'holder'>;

/** What was bought at once: passports with one order number, in their order. */
export type Purchase = readonly [Purchased, ...Purchased[]];

/** One page of a member's purchases, the newest first, or one of them, whoever has the passports now. */
export async function listPurchases(
  { db }: DomainContext,
  member: MemberRecord,
  {
    page,
    limit,
    order_number,
  }: { readonly page: number; readonly limit: number; readonly order_number?: string | undefined },
): Promise<{ readonly items: readonly Purchase[]; readonly total: number }> {
  const { purchaserId, orderNumber, orderLine, createdAt } = passports;
  const own = and(
    eq(purchaserId, member.id),
    order_number === undefined ? undefined : eq(orderNumber, order_number),
  );
  const [orders, [counted]] = await Promise.all([
    db
      .select({ orderNumber })
      .from(passports)
      .where(own)
      .groupBy(orderNumber)
      .orderBy(desc(max(createdAt)), desc(orderNumber))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: countDistinct(orderNumber) })
      .from(passports)
      .where(own),
  ]);
  const numbers = orders.map((order) => order.orderNumber);
  // All passports of an order have one buyer.
  const rows = await db
    .select()
    .from(passports)
    .where(inArray(orderNumber, numbers))
    .orderBy(orderLine);
  const ids = rows.map(({ id }) => id);
  const { senderId, passportId } = passportTransfers;
  const isGift = and(eq(senderId, member.id), inArray(passportId, ids));
  const gifts = await db.select().from(passportTransfers).where(isGift);
  const items = numbers.flatMap((number): Purchase[] => {
    const [first, ...others] = rows
      .filter((row) => row.orderNumber === number)
      .map((passport) => {
        const role = passport.ownerId === member.id ? 'owner' : 'giver';
        const transfer = gifts.find((gift) => gift.passportId === passport.id && isGiven(gift));
        return { passport, holder: shownHolder({ passport, role, transfer }, member) };
      });
    return first ? [[first, ...others]] : [];
  });
  return { items, total: counted?.total ?? 0 };
}
