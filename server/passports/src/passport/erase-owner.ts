import type { DomainContext } from '@portal/server-platform/database/context';
import { lte, sql } from 'drizzle-orm';
import { keptPurchases } from '../schema/kept-purchases.ts';
import { passportPayments, passportPhotos, passports } from '../schema/passports.ts';

/** How long companies in Japan keep their books at most (法人税法施行規則 第26条の3). */
const KEEP_YEARS = 10;

/**
 * Copies what the books must keep of the passports that are about to be deleted with their owner:
 * what was sold, when and for how much, and nobody's name.
 */
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

/**
 * Hands over the photos that the member uploaded for passports that others own now: a child's
 * passport keeps its photo when it is given away.
 */
export async function leavePassportsOfOthers(
  { db }: DomainContext,
  memberId: string,
): Promise<void> {
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
