import type { DomainContext } from '@portal/server-platform/database/context';
import { and, eq, inArray, or } from 'drizzle-orm';
import { passportPayments, passports } from '../schema/passports.ts';

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
