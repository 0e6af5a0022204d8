import { and, eq, inArray } from 'drizzle-orm';
import { passportPayments, passports } from '../../db/schema/passports.ts';
import type { DomainContext } from '../context.ts';

/** Whether a payment or refund for a passport of the member is not settled yet. */
export async function hasOpenPayment({ db }: DomainContext, ownerId: string): Promise<boolean> {
  const open = await db
    .select({ id: passportPayments.id })
    .from(passportPayments)
    .innerJoin(passports, eq(passports.id, passportPayments.passportId))
    .where(
      and(
        eq(passports.ownerId, ownerId),
        inArray(passportPayments.status, ['pending', 'refund_pending']),
      ),
    )
    .limit(1);
  return open.length > 0;
}
