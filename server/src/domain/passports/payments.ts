import { randomInt } from 'node:crypto';
import { todayInJapan } from '@portal/shared-contract';
import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { inTransaction } from '../../db/database.ts';
import { passportPayments, passports } from '../../db/schema/passports.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import type { DomainContext } from '../context.ts';
import { changePassport, type PassportAccess, withLockedPassport } from './access.ts';
import { notifyMember } from './notifications.ts';
import { isLive, isPaid, type PassportRecord } from './passport.ts';
import { mailReceipt } from './passport-mails.ts';

export type PaymentRecord = typeof passportPayments.$inferSelect;

/** The status of a payment at the provider. */
export type ProviderStatus = 'pending' | 'paid' | 'declined' | 'abandoned' | 'refunded';

const MEMBER_CODE_DIGITS = 10;

/** Creates a payment to be opened at the provider, in the transaction that creates its passport. */
export async function beginPayment(
  { db, clock }: DomainContext,
  { id, price }: PassportRecord,
): Promise<PaymentRecord> {
  const [payment] = await db
    .insert(passportPayments)
    .values({ passportId: id, amount: price, status: 'pending', createdAt: clock.now() })
    .returning();
  if (!payment) throw new Error('An insert answered no row');
  return payment;
}

/** The pending payment of a passport; there is at most one. */
export async function findOpenPayment(
  { db }: DomainContext,
  passportId: string,
): Promise<PaymentRecord | undefined> {
  const [payment] = await db
    .select()
    .from(passportPayments)
    .where(
      and(eq(passportPayments.passportId, passportId), eq(passportPayments.status, 'pending')),
    );
  return payment;
}

/**
 * The payment for an unpaid passport: the pending one, or a new one after it was declined or
 * abandoned (product §14.8). A passport to be paid at the counter is then paid by card.
 */
export function payAgain(
  context: DomainContext,
  who: { readonly memberId: string; readonly passportId: string },
): Promise<Outcome<PaymentRecord>> {
  return withLockedPassport(context, { ...who, role: 'owner' }, async (tx, { passport }) => {
    if (passport.canceledAt) return err('ap_passport.canceled_at.access_denied');
    if (isPaid(passport) || !isLive(passport, todayInJapan(tx.clock.now()))) {
      return err('ap_passport.user.access_denied');
    }
    const open = await findOpenPayment(tx, passport.id);
    await changePassport(tx, passport.id, { paymentType: 'card', paymentStatus: 'pending' });
    return ok(open ?? (await beginPayment(tx, passport)));
  });
}

/** Stores the address of the provider's page, unless one is stored, and answers the stored one. */
export async function storePaymentUrl(
  { db }: DomainContext,
  paymentId: string,
  url: string,
): Promise<string> {
  await db
    .update(passportPayments)
    .set({ url })
    .where(and(eq(passportPayments.id, paymentId), isNull(passportPayments.url)));
  const [kept] = await db
    .select({ url: passportPayments.url })
    .from(passportPayments)
    .where(eq(passportPayments.id, paymentId));
  return kept?.url ?? url;
}

/**
 * Applies a status that the provider reported, in any order and any number of times. What was paid
 * stays paid. A payment for a passport that is cancelled or already paid is refunded (product §14.9).
 * @returns false for an unknown payment
 */
export function settlePayment(
  context: AccountContext,
  paymentId: string,
  status: ProviderStatus,
): Promise<boolean> {
  return inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const locked = await lockPayment(tx, paymentId);
    if (!locked) return false;
    const { passport, payment } = locked;
    if (status === 'paid' && isUnpaid(payment)) await settlePaid(tx, passport, payment);
    if (status === 'refunded' && payment.status === 'refund_pending') {
      await settleRefunded(tx, passport, payment);
    }
    if ((status === 'declined' || status === 'abandoned') && payment.status === 'pending') {
      await decide(tx, payment, status);
      if (!isPaid(passport) && !passport.canceledAt) {
        // An abandoned payment is still pending for the member, unlike a declined one.
        const paymentStatus = status === 'declined' ? 'declined' : 'pending';
        await changePassport(tx, passport.id, { paymentStatus });
      }
    }
    return true;
  });
}

const isUnpaid = ({ status }: PaymentRecord) =>
  status === 'pending' || status === 'declined' || status === 'abandoned';

async function settlePaid(
  tx: AccountContext,
  passport: PassportRecord,
  payment: PaymentRecord,
): Promise<void> {
  if (passport.canceledAt || isPaid(passport)) {
    await decide(tx, payment, 'refund_pending');
    if (passport.canceledAt)
      await changePassport(tx, passport.id, { paymentStatus: 'refund_pending' });
    return;
  }
  await decide(tx, payment, 'paid');
  await markPaid(tx, passport);
}

/** Marks the passport paid, gives it its number (product §14.10), and notifies and mails the owner. */
export async function markPaid(
  tx: AccountContext,
  passport: PassportRecord,
): Promise<PassportRecord> {
  const changed = await changePassport(tx, passport.id, {
    paymentStatus: 'paid',
    extMemberCode: passport.extMemberCode ?? (await drawMemberCode(tx)),
  });
  await notifyMember(tx, passport.ownerId, passport.id, { kind: 'paid' });
  await mailReceipt(tx, changed);
  return changed;
}

async function settleRefunded(
  tx: DomainContext,
  passport: PassportRecord,
  payment: PaymentRecord,
): Promise<void> {
  await decide(tx, payment, 'refunded');
  if (passport.paymentStatus !== 'refund_pending') return;
  await changePassport(tx, passport.id, { paymentStatus: 'refunded' });
  await notifyMember(tx, passport.ownerId, passport.id, { kind: 'refunded' });
}

/** Begins the refund of a card payment. A payment at the counter is refunded there. */
export async function beginRefund(tx: DomainContext, passportId: string): Promise<void> {
  await tx.db
    .update(passportPayments)
    .set({ status: 'refund_pending', askedAt: null })
    .where(and(eq(passportPayments.passportId, passportId), eq(passportPayments.status, 'paid')));
}

/** The pending payments and refunds that were not checked since `askedBefore`, least recent first. */
export async function unsettledPayments(
  { db }: DomainContext,
  of: { readonly passportId: string } | { readonly limit: number },
  askedBefore: Date,
): Promise<PaymentRecord[]> {
  return db
    .select()
    .from(passportPayments)
    .where(
      and(
        inArray(passportPayments.status, ['pending', 'refund_pending']),
        or(isNull(passportPayments.askedAt), lt(passportPayments.askedAt, askedBefore)),
        'passportId' in of ? eq(passportPayments.passportId, of.passportId) : undefined,
      ),
    )
    .orderBy(passportPayments.askedAt, desc(passportPayments.createdAt))
    .limit('limit' in of ? of.limit : 10);
}

/** Whether the provider may know a newer status of the owner's card payment or refund. */
export const isUnsettled = ({ passport, role }: PassportAccess): boolean =>
  role === 'owner' &&
  passport.paymentType === 'card' &&
  (passport.paymentStatus === 'pending' || passport.paymentStatus === 'refund_pending');

/** Marks that the provider is asked now. @returns false if another process was faster */
export async function markAsked(
  { db, clock }: DomainContext,
  payment: PaymentRecord,
): Promise<boolean> {
  const before = payment.askedAt
    ? eq(passportPayments.askedAt, payment.askedAt)
    : isNull(passportPayments.askedAt);
  const marked = await db
    .update(passportPayments)
    .set({ askedAt: clock.now() })
    .where(and(eq(passportPayments.id, payment.id), before))
    .returning({ id: passportPayments.id });
  return marked.length > 0;
}

/** Locks the passport before the payment, in the same order as everywhere, to avoid deadlocks. */
async function lockPayment(tx: DomainContext, paymentId: string) {
  const [found] = await tx.db
    .select({ passportId: passportPayments.passportId })
    .from(passportPayments)
    .where(eq(passportPayments.id, paymentId));
  if (!found) return undefined;
  const [passport] = await tx.db
    .select()
    .from(passports)
    .where(eq(passports.id, found.passportId))
    .for('update');
  const [payment] = await tx.db
    .select()
    .from(passportPayments)
    .where(eq(passportPayments.id, paymentId));
  return passport && payment ? { passport, payment } : undefined;
}

async function decide(
  { db, clock }: DomainContext,
  payment: PaymentRecord,
  status: PaymentRecord['status'],
): Promise<void> {
  await db
    .update(passportPayments)
    .set({ status, decidedAt: clock.now(), askedAt: null })
    .where(eq(passportPayments.id, payment.id));
}

/** Draws an unused number for a passport: ten digits. */
async function drawMemberCode({ db }: DomainContext): Promise<string> {
  for (;;) {
    const code = String(randomInt(10 ** MEMBER_CODE_DIGITS)).padStart(MEMBER_CODE_DIGITS, '0');
    const taken = await db
      .select({ id: passports.id })
      .from(passports)
      .where(eq(passports.extMemberCode, code));
    if (taken.length === 0) return code;
  }
}
