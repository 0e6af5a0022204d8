import { isUuid } from '@portal/server-members/members';
import { type DomainContext, preparedQuery } from '@portal/server-platform/database/database';
import { passesOf } from '@portal/shared-brand/read/passes';
import {
  addDays,
  fullYearsOn,
  isTimeToRenew,
  kindsFor,
  type PassportKind,
} from '@portal/shared-contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { lockPassports } from './access.ts';
import type { PassportRecord } from './passport.ts';

/** A setting that says what is sold. */
export type Selling = Parameters<typeof passesOf>[0];

/** The first day of a renewal, and the kind, as it is sold today. */
export type Renewal = { readonly start: string; readonly kind: PassportKind };

/**
 * How a passport is renewed, if its owner may renew it now; whether they have already is another question. A staff
 * passport has not been paid for, a child may be too old by then, and the kind may not be sold any more.
 * @param today in Japan, YYYY-MM-DD
 */
export function renewalOf(
  passport: PassportRecord,
  today: string,
  config: Selling,
): Renewal | undefined {
  const { canceledAt, paymentStatus, transferStatus, holderKind, extExpirationDate } = passport;
  if (canceledAt || paymentStatus !== 'paid' || transferStatus === 'transferring') return undefined;
  if (holderKind === 'adult' || !isTimeToRenew(extExpirationDate, today)) return undefined;
  const passes = passesOf(config);
  const same = passes.kinds.find(({ id }) => id === passport.soldAs.id);
  if (!same) return undefined;
  const next = addDays(extExpirationDate, 1);
  const start = 'from' in same.valid && same.valid.from > next ? same.valid.from : next;
  const born = passport.holderDateOfBirth;
  const isTooOld = holderKind === 'child' && born && fullYearsOn(born, start) >= passes.childBelow;
  const [kind] = kindsFor({ ...passes, kinds: [same] }, { born, firstDay: start, today });
  return kind && !isTooOld ? { start, kind } : undefined;
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

/** Those that the member owns and has not renewed, by id, locked so that two orders do not renew one. */
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
