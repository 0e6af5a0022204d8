import type { DomainContext } from '@portal/server-platform/database/context';
import { todayInJapan } from '@portal/shared-contract';
import { and, eq, gte, isNotNull, isNull, ne, notInArray, or, type SQL } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

/**
 * Whether a member owns a passport that is neither cancelled nor expired. An unpaid
 * one counts, because a payment may still arrive. An offered one is its owner's until it is accepted.
 */
export const hasLivePassport = (context: DomainContext, memberId: string): Promise<boolean> =>
  hasLive(context, memberId);

/** Whether the physical card of such a passport has been ordered. */
export const hasOrderedCard = (context: DomainContext, memberId: string): Promise<boolean> =>
  hasLive(context, memberId, isNotNull(passports.physicalCardIssuedAt));

/**
 * Whether a member owns a passport as above that they do not give up, or cannot: one that is not paid or is
 * offered to somebody.
 */
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

async function hasLive(
  { db, clock }: DomainContext,
  memberId: string,
  those?: SQL,
): Promise<boolean> {
  const live = await db
    .select({ id: passports.id })
    .from(passports)
    .where(
      and(
        eq(passports.ownerId, memberId),
        isNull(passports.canceledAt),
        gte(passports.extExpirationDate, todayInJapan(clock.now())),
        those,
      ),
    )
    .limit(1);
  return live.length > 0;
}
