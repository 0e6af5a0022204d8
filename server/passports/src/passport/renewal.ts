import { isUuid } from '@portal/server-members/members';
import type { DomainContext } from '@portal/server-platform/database/context';
import { preparedQuery } from '@portal/server-platform/database/drizzle-prepared';
import { addDays, childAgeProblem, isTimeToRenew } from '@portal/shared-contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { lockPassports } from './access.ts';
import type { PassportRecord } from './passport.ts';

/**
 * The first day of a passport's renewal, if its owner may renew it now; whether they have already is another
 * question. A staff passport has not been paid for, and a child may be too old by then.
 * @param today in Japan, YYYY-MM-DD
 * @param childBelowYears the age from which somebody buys as a member
 */
export function renewalStart(
  passport: PassportRecord,
  today: string,
  childBelowYears: number,
): string | undefined {
  const { canceledAt, paymentStatus, transferStatus, holderKind, extExpirationDate } = passport;
  if (canceledAt || paymentStatus !== 'paid' || transferStatus === 'transferring') return undefined;
  if (holderKind === 'adult' || !isTimeToRenew(extExpirationDate, today)) return undefined;
  const start = addDays(extExpirationDate, 1);
  const born = holderKind === 'child' && passport.holderDateOfBirth;
  return born && childAgeProblem(born, start, childBelowYears) ? undefined : start;
}

const findRenewals = preparedQuery((db) => {
  const { renews, purchaserId, canceledAt } = passports;
  return db
    .select()
    .from(passports)
    .where(
      and(
        sql`${renews} = any(${sql.placeholder('ids')}::uuid[])`,
        eq(purchaserId, sql.placeholder('memberId')),
        isNull(canceledAt),
      ),
    )
    .prepare('find_renewals');
});

/** The renewals that a member has bought of some passports and not cancelled, paid or not. */
export async function renewalsOf(
  { db }: DomainContext,
  memberId: string,
  passportIds: readonly string[],
): Promise<PassportRecord[]> {
  if (passportIds.length === 0) return [];
  return findRenewals(db).execute({ memberId, ids: passportIds });
}

/**
 * The passports among these that the member owns and has not renewed, by id. They are locked, so that two
 * orders do not renew one of them both.
 */
export async function lockUnrenewed(
  tx: DomainContext,
  memberId: string,
  passportIds: readonly string[],
): Promise<Map<string, PassportRecord>> {
  const ids = passportIds.filter(isUuid);
  if (ids.length === 0) return new Map();
  const own = await lockPassports(
    tx,
    and(inArray(passports.id, ids), eq(passports.ownerId, memberId)),
  );
  const renewed = new Set((await renewalsOf(tx, memberId, ids)).map(({ renews }) => renews));
  return new Map(own.filter(({ id }) => !renewed.has(id)).map((one) => [one.id, one]));
}
