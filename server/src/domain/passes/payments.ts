import { randomInt } from 'node:crypto';
import { todayInJapan } from '@portal/shared-contract';
import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import { passportPayments, passports } from '../../db/schema/passes.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { changePass, onPass } from './access.ts';
import { tellMember } from './notices.ts';
import { isLive, isPaid, type PassRecord } from './pass.ts';

export type PaymentRecord = typeof passportPayments.$inferSelect;

/** What the provider says of a payment. */
export type ProviderStatus = 'pending' | 'paid' | 'declined' | 'abandoned' | 'refunded';

const MEMBER_CODE_DIGITS = 10;

/** A payment to be opened at the provider; hand in the transaction that makes its pass. */
export async function beginPayment(
  { db, clock }: DomainContext,
  { id, price }: PassRecord,
): Promise<PaymentRecord> {
  const [payment] = await db
    .insert(passportPayments)
    .values({ passportId: id, amount: price, status: 'pending', createdAt: clock.now() })
    .returning();
  if (!payment) throw new Error('An insert answered no row');
  return payment;
}

/** The payment of a pass that is not decided yet; there is at most one. */
export async function findOpenPayment(
  { db }: DomainContext,
  passId: string,
): Promise<PaymentRecord | undefined> {
  const [payment] = await db
    .select()
    .from(passportPayments)
    .where(and(eq(passportPayments.passportId, passId), eq(passportPayments.status, 'pending')));
  return payment;
}

/**
 * A payment for a pass that is not paid: the open one, or another after a decline or an abandonment.
 * A pass to be paid at the counter turns into one paid by card.
 */
export function payAgain(
  context: DomainContext,
  who: { readonly memberId: string; readonly passId: string },
): Promise<Outcome<PaymentRecord>> {
  return onPass(context, { ...who, role: 'owner' }, async (tx, { pass }) => {
    if (pass.canceledAt) return refused('ap_passport.canceled_at.access_denied');
    if (isPaid(pass) || !isLive(pass, todayInJapan(tx.clock.now()))) {
      return refused('ap_passport.user.access_denied');
    }
    const open = await findOpenPayment(tx, pass.id);
    await changePass(tx, pass.id, { paymentType: 'card', paymentStatus: 'pending' });
    return done(open ?? (await beginPayment(tx, pass)));
  });
}

/** The provider's page, once it has answered. The first answer stays. */
export async function keepPaymentUrl(
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
 * Writes down what the provider says, whichever way it was heard of and however often. What was paid
 * stays paid; what was paid for nothing (a cancelled pass, one that is paid already) is paid back.
 * False for a payment that is not ours.
 */
export function settlePayment(
  context: DomainContext,
  paymentId: string,
  status: ProviderStatus,
): Promise<boolean> {
  return inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const locked = await lockPayment(tx, paymentId);
    if (!locked) return false;
    const { pass, payment } = locked;
    if (status === 'paid' && isUnpaid(payment)) await settlePaid(tx, pass, payment);
    if (status === 'refunded' && payment.status === 'refund_pending') {
      await settleRefunded(tx, pass, payment);
    }
    if ((status === 'declined' || status === 'abandoned') && payment.status === 'pending') {
      await decide(tx, payment, status);
      if (!isPaid(pass) && !pass.canceledAt) {
        // Who turned back has not been turned away.
        const paymentStatus = status === 'declined' ? 'declined' : 'pending';
        await changePass(tx, pass.id, { paymentStatus });
      }
    }
    return true;
  });
}

const isUnpaid = ({ status }: PaymentRecord) =>
  status === 'pending' || status === 'declined' || status === 'abandoned';

async function settlePaid(
  tx: DomainContext,
  pass: PassRecord,
  payment: PaymentRecord,
): Promise<void> {
  if (pass.canceledAt || isPaid(pass)) {
    await decide(tx, payment, 'refund_pending');
    if (pass.canceledAt) await changePass(tx, pass.id, { paymentStatus: 'refund_pending' });
    return;
  }
  await decide(tx, payment, 'paid');
  await markPaid(tx, pass);
}

/** The pass is paid, by card or at the counter: it gets its number, and its owner hears of it. */
export async function markPaid(tx: DomainContext, pass: PassRecord): Promise<PassRecord> {
  const changed = await changePass(tx, pass.id, {
    paymentStatus: 'paid',
    extMemberCode: pass.extMemberCode ?? (await drawMemberCode(tx)),
  });
  await tellMember(tx, pass.ownerId, pass.id, { kind: 'paid' });
  return changed;
}

async function settleRefunded(
  tx: DomainContext,
  pass: PassRecord,
  payment: PaymentRecord,
): Promise<void> {
  await decide(tx, payment, 'refunded');
  if (pass.paymentStatus !== 'refund_pending') return;
  await changePass(tx, pass.id, { paymentStatus: 'refunded' });
  await tellMember(tx, pass.ownerId, pass.id, { kind: 'refunded' });
}

/** A cancelled pass that was paid by card is paid back; one paid at the counter, at the counter. */
export async function beginRefund(tx: DomainContext, passId: string): Promise<void> {
  await tx.db
    .update(passportPayments)
    .set({ status: 'refund_pending', askedAt: null })
    .where(and(eq(passportPayments.passportId, passId), eq(passportPayments.status, 'paid')));
}

/** Payments of which the provider has something to say or to do, asked the longest ago. */
export async function unsettledPayments(
  { db }: DomainContext,
  of: { readonly passId: string } | { readonly limit: number },
  askedBefore: Date,
): Promise<PaymentRecord[]> {
  return db
    .select()
    .from(passportPayments)
    .where(
      and(
        inArray(passportPayments.status, ['pending', 'refund_pending']),
        or(isNull(passportPayments.askedAt), lt(passportPayments.askedAt, askedBefore)),
        'passId' in of ? eq(passportPayments.passportId, of.passId) : undefined,
      ),
    )
    .orderBy(passportPayments.askedAt, desc(passportPayments.createdAt))
    .limit('limit' in of ? of.limit : 10);
}

/** That the provider is asked now, so that nobody else asks too. */
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

/** The pass before the payment, like everywhere: nobody waits for somebody who waits for them. */
async function lockPayment(tx: DomainContext, paymentId: string) {
  const [found] = await tx.db
    .select({ passportId: passportPayments.passportId })
    .from(passportPayments)
    .where(eq(passportPayments.id, paymentId));
  if (!found) return undefined;
  const [pass] = await tx.db
    .select()
    .from(passports)
    .where(eq(passports.id, found.passportId))
    .for('update');
  const [payment] = await tx.db
    .select()
    .from(passportPayments)
    .where(eq(passportPayments.id, paymentId));
  return pass && payment ? { pass, payment } : undefined;
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

/** One that no other pass has. */
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
