import type { DomainContext } from '@portal/server-platform/database/database';
import { equals, hasRow } from '@portal/server-platform/database/rows';
import { todayInJapan } from '@portal/shared-contract';
import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { keptPurchases } from '../schema/kept-purchases.ts';
import { passportPayments, passportPhotos, passports } from '../schema/passports.ts';

/**
 * Whether a member owns a passport that is neither cancelled nor expired. An unpaid
 * one counts, because a payment may still arrive. An offered one is its owner's until it is accepted.
 */
export const hasLivePassport = (context: DomainContext, memberId: string): Promise<boolean> =>
  hasLive(context, memberId);

/** Whether the physical card of such a passport has been ordered. */
export const hasOrderedCard = (context: DomainContext, memberId: string): Promise<boolean> =>
  hasLive(context, memberId, isNotNull(passports.physicalCardIssuedAt));

/** Whether a member owns one as above that they cannot give up: not paid, or offered to somebody. */
export const hasPassportToKeep = (
  context: DomainContext,
  memberId: string,
  givenUp: readonly string[],
): Promise<boolean> =>
  hasLive(
    context,
    memberId,
    givenUp.length === 0
      ? undefined
      : or(
          notInArray(passports.id, [...givenUp]),
          ne(passports.paymentStatus, 'paid'),
          eq(passports.transferStatus, 'transferring'),
        ),
  );

function hasLive(context: DomainContext, ownerId: string, those?: SQL): Promise<boolean> {
  const owned = equals(passports, { ownerId, canceledAt: null });
  const today = todayInJapan(context.clock.now());
  return hasRow(context, passports, and(owned, gte(passports.extExpirationDate, today), those));
}

/** Whether the member has paid for a passport and not been paid back. */
export const hasPaid = (context: DomainContext, purchaserId: string): Promise<boolean> =>
  hasRow(context, passports, { purchaserId, paymentStatus: 'paid' });

/** Whether a payment or refund for a passport that the member owns or has paid for is not settled yet. */
export async function hasOpenPayment({ db }: DomainContext, memberId: string): Promise<boolean> {
  const open = await db
    .select({ id: passportPayments.id })
    .from(passportPayments)
    .innerJoin(passports, eq(passports.id, passportPayments.passportId))
    .where(
      and(
        or(eq(passports.ownerId, memberId), eq(passports.purchaserId, memberId)),
        inArray(passportPayments.status, ['pending', 'refund_pending']),
      ),
    )
    .limit(1);
  return open.length > 0;
}

/** How long companies in Japan keep their books at most (法人税法施行規則 第26条の3). */
const KEEP_YEARS = 10;

/** Keeps for the books what was sold, when and for how much, and nobody's name, before passports are deleted. */
export async function keepPurchasesOf({ db }: DomainContext, ownerId: string): Promise<void> {
  await db.execute(sql`
    insert into ${keptPurchases}
      (order_id, order_number, payment_id, design_id, price, sold_as, payment_type, payment_status, bought_at)
    select p.id, p.order_number,
      (select pay.provider_id from ${passportPayments} pay
        where pay.passport_id = p.id and pay.status in ('paid', 'refunded')
        order by pay.created_at desc limit 1),
      p.design_id, p.price, p.sold_as, p.payment_type, p.payment_status, p.created_at
    from ${passports} p
    where p.owner_id = ${ownerId} and p.payment_status in ('paid', 'refunded')
    on conflict do nothing`);
}

/** Hands over the photos of passports that others own now: a child's keeps its photo when it is given away. */
export async function leavePassportsOfOthers({ db }: DomainContext, memberId: string) {
  await db.execute(sql`
    update ${passportPhotos} photo set member_id = p.owner_id
    from ${passports} p
    where p.photo_id = photo.id and photo.member_id = ${memberId} and p.owner_id <> ${memberId}`);
}

/** Removes the purchases that the books need no longer. */
export async function purgeKeptPurchases({ db, clock }: DomainContext): Promise<void> {
  const oldest = new Date(clock.now());
  oldest.setUTCFullYear(oldest.getUTCFullYear() - KEEP_YEARS);
  await db.delete(keptPurchases).where(lte(keptPurchases.boughtAt, oldest));
}
