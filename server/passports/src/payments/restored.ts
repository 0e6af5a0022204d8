import { endAllStaffCredentials } from '@portal/server-members/staff-credentials';
import { type DomainContext, queryRows, transact } from '@portal/server-platform/database/database';
import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { endLapsedOffers } from '../giving/transfer.ts';
import { changePassport, lockPassports } from '../passport/access.ts';
import { keptPurchases, restores, unknownPayments } from '../schema/kept-purchases.ts';
import { passportPayments, passports } from '../schema/passports.ts';

/** What is ended on a restored database. */
type EndedByRestore = {
  /** The last moment of which the backup knows something. */
  readonly knownUntil: Date;
  readonly offers: number;
  /** The names of the credentials of the staff that held. */
  readonly credentials: readonly string[];
};

/**
 * Ends on a restored database what may have been used or ended since the backup: offers of passports and
 * credentials of the staff. Money of before is not paid back until {@link markCompared}, because it may
 * have been paid back since.
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
export async function isMoneyHeld({ db }: DomainContext, passportId: string): Promise<boolean> {
  const held = await db
    .select({ id: passports.id })
    .from(passports)
    .innerJoin(
      restores,
      and(isNull(restores.comparedAt), gte(restores.restoredAt, passports.createdAt)),
    )
    .where(
      and(
        eq(passports.id, passportId),
        inArray(passports.paymentStatus, ['paid', 'refund_pending']),
      ),
    )
    .limit(1);
  return held.length > 0;
}

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
    if (passport?.paymentStatus !== 'paid' && passport?.paymentStatus !== 'refund_pending') {
      return false;
    }
    await changePassport(tx, passport.id, {
      canceledAt: passport.canceledAt ?? tx.clock.now(),
      paymentStatus: 'refunded',
      codeVersion: passport.codeVersion + 1,
    });
    await tx.db
      .update(passportPayments)
      .set({ status: 'refunded', decidedAt: tx.clock.now() })
      .where(
        and(
          eq(passportPayments.passportId, passport.id),
          inArray(passportPayments.status, ['paid', 'refund_pending']),
        ),
      );
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
  { db, clock }: DomainContext,
  payment: { readonly providerId: string; readonly amount: number },
): Promise<void> {
  const { providerId } = payment;
  // That of an erased member is known.
  const [kept] = await db
    .select({ id: keptPurchases.orderId })
    .from(keptPurchases)
    .where(eq(keptPurchases.paymentId, providerId))
    .limit(1);
  if (kept) return;
  await db
    .insert(unknownPayments)
    .values({ ...payment, reportedAt: clock.now() })
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
