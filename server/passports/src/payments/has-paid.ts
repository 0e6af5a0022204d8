import type { DomainContext } from '@portal/server-platform/database/context';
import { and, eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

/** Whether the member has paid for a passport and not been paid back. */
export async function hasPaid({ db }: DomainContext, memberId: string): Promise<boolean> {
  const paid = await db
    .select({ id: passports.id })
    .from(passports)
    .where(and(eq(passports.purchaserId, memberId), eq(passports.paymentStatus, 'paid')))
    .limit(1);
  return paid.length > 0;
}
