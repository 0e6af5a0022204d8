import { todayInJapan } from '@portal/shared-contract';
import { and, eq, gte, isNull } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { passports } from '../../db/schema/passes.ts';

/**
 * Whether a member owns a pass that is neither cancelled nor past its last day. An unpaid one counts: a
 * payment under way may still arrive. One that is offered to somebody is its owner's until accepted.
 */
export async function hasLivePass(
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
