import type { DomainContext } from '@portal/server-platform/database/context';
import { todayInJapan } from '@portal/shared-contract';
import { and, eq, gte, isNull } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

/**
 * Whether a member owns a passport that is neither cancelled nor expired. An unpaid
 * one counts, because a payment may still arrive. An offered one is its owner's until it is accepted.
 */
export async function hasLivePassport(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<boolean> {
  const live = await db
    .select({ id: passports.id })
    .from(passports)
    .where(
      and(
        eq(passports.ownerId, memberId),
        isNull(passports.canceledAt),
        gte(passports.extExpirationDate, todayInJapan(clock.now())),
      ),
    )
    .limit(1);
  return live.length > 0;
}
