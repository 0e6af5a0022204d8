import { endAllStaffCredentials } from '@portal/server-members/staff-credentials';
import { type DomainContext, queryRows, transact } from '@portal/server-platform/database/database';
import { findRow, hasRow, updateRows } from '@portal/server-platform/database/rows';
import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { endLapsedOffers } from '../giving/transfer.ts';
import { changePassport, lockPassports } from '../passport/access.ts';
import type { PassportRecord } from '../passport/passport.ts';
import { keptPurchases, restores, unknownPayments } from '../schema/kept-purchases.ts';
import { passportPayments, passports } from '../schema/passports.ts';

type EndedByRestore = {
  /** The last moment of which the backup knows something. */
  readonly knownUntil: Date;
  readonly offers: number;
  readonly credentials: readonly string[];
};

/**
 * Ends on a restored database what may have been used or ended since the backup: offers of passports and credentials of
 * the staff. Money of before is not paid back until {@link markCompared}, because it may have been paid back since.
 */
export function beginRestored(context: DomainContext): Promise<EndedByRestore> {
  return transact(context, async (tx) => {
    const [known] = await queryRows<{ until: string | null }>(
      tx.db,
      sql`select greatest(
        (select max(updated_at) from passports), (select max(happened_at) from staff_acts),
        (select max(created_at) from outbox_messages)
      ) as until`,
    );
    const restoredAt = tx.clock.now();
    const knownUntil = known?.until ? new Date(known.until) : restoredAt;
    await tx.db.insert(restores).values({ restoredAt, knownUntil });
    const credentials = await endAllStaffCredentials(tx);
    const offers = await endLapsedOffers(tx, restoredAt);
    return { knownUntil, offers, credentials };
  });
}

/** Whether what was paid for a passport waits for the operator to compare payments after a restore. */
export async function isMoneyHeld(context: DomainContext, id: string): Promise<boolean> {
  const passport = await findRow(context, passports, { id });
  if (!passport || !hasMoney(passport)) return false;
  const isLater = gte(restores.restoredAt, passport.createdAt);
  return hasRow(context, restores, and(isNull(restores.comparedAt), isLater));
}

const hasMoney = ({ paymentStatus }: PassportRecord): boolean =>
  paymentStatus === 'paid' || paymentStatus === 'refund_pending';

/**
 * Marks a passport cancelled and paid back, as it was after the backup.
 * @param id of the passport, or of the refund at the payment provider
 * @returns whether a paid passport has that id
 */
export function markPaidBack(context: DomainContext, id: string): Promise<boolean> {
  return transact(context, async (tx) => {
    const paidFor = tx.db
      .select({ id: passportPayments.passportId })
      .from(passportPayments)
      .where(eq(passportPayments.id, id));
    const which = or(eq(passports.id, id), inArray(passports.id, paidFor));
    const [passport] = which ? await lockPassports(tx, which) : [];
    if (!passport || !hasMoney(passport)) return false;
    await changePassport(tx, passport.id, {
      canceledAt: passport.canceledAt ?? tx.clock.now(),
      paymentStatus: 'refunded',
      codeVersion: passport.codeVersion + 1,
    });
    const { passportId, status } = passportPayments;
    const ofIt = and(eq(passportId, passport.id), inArray(status, ['paid', 'refund_pending']));
    const refunded = { status: 'refunded', decidedAt: tx.clock.now() } as const;
    await updateRows(tx, passportPayments, ofIt, refunded);
    return true;
  });
}

/** Ends the wait of {@link isMoneyHeld}, and forgets the unknown payments, which were paid back. */
export async function markCompared({ db, clock }: DomainContext): Promise<void> {
  await db.update(restores).set({ comparedAt: clock.now() }).where(isNull(restores.comparedAt));
  await db.delete(unknownPayments);
}

/** Keeps a payment that the provider reports as paid and the portal does not know. */
export async function keepUnknownPayment(
  context: DomainContext,
  payment: { readonly providerId: string; readonly amount: number },
): Promise<void> {
  // That of an erased member is known.
  if (await hasRow(context, keptPurchases, { paymentId: payment.providerId })) return;
  const reportedAt = context.clock.now();
  await context.db
    .insert(unknownPayments)
    .values({ ...payment, reportedAt })
    .onConflictDoNothing();
}

export const listUnknownPayments = ({ db }: DomainContext) =>
  db.select().from(unknownPayments).orderBy(asc(unknownPayments.reportedAt));

/** Which payments of the provider's list the portal does not know. */
export async function unknownOf(
  { db }: DomainContext,
  providerIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...providerIds];
  const [here, kept] = await Promise.all([
    db
      .select({ id: passportPayments.providerId })
      .from(passportPayments)
      .where(inArray(passportPayments.providerId, ids)),
    db
      .select({ id: keptPurchases.paymentId })
      .from(keptPurchases)
      .where(inArray(keptPurchases.paymentId, ids)),
  ]);
  const known = new Set([...here, ...kept].map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
