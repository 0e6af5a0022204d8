import { randomUUID } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import {
  type DomainContext,
  transact,
  withTransaction,
} from '@portal/server-platform/database/database';
import { equals, updateRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { todayInJapan } from '@portal/shared-contract';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { inviteAdult } from '../giving/transfer-by-link.ts';
import { notifyMember } from '../mails/notifications.ts';
import { mailReceipt } from '../mails/passport-mails.ts';
import {
  changePassport,
  drawMemberCode,
  findOwnPassport,
  lockOrderOf,
  lockPassports,
  type PassportAccess,
} from '../passport/access.ts';
import { isDue, isPaid, type PassportRecord } from '../passport/passport.ts';
import { passportPayments, passports } from '../schema/passports.ts';
import type { ProviderAnswer } from './provider.ts';

type PaymentRecord = typeof passportPayments.$inferSelect;

/** Creates one payment for these passports, in their transaction; its first row has the provider's id. */
export async function beginPayment(
  { db, clock }: DomainContext,
  due: readonly Pick<PassportRecord, 'id' | 'price'>[],
): Promise<readonly PaymentRecord[]> {
  const providerId = randomUUID();
  return db
    .insert(passportPayments)
    .values(
      due.map(({ id, price }, at) => ({
        ...(at === 0 && { id: providerId }),
        providerId,
        passportId: id,
        amount: price,
        status: 'pending' as const,
        createdAt: clock.now(),
      })),
    )
    .returning();
}

/** A payment to be made on the provider's page, with the sum of all its passports. */
export type OpenPayment = {
  readonly providerId: string;
  readonly amount: number;
  readonly url: string | null;
};

/** The open payment that pays for a passport, perhaps among others; there is at most one. */
export async function findOpenPayment(
  context: DomainContext,
  passportId: string,
): Promise<OpenPayment | undefined> {
  const [open] = await openPaymentsOf(context, [passportId]);
  return open && openPayment(await paymentsAtProvider(context, open.providerId));
}

const openPaymentsOf = ({ db }: DomainContext, passportIds: readonly string[]) =>
  db
    .select()
    .from(passportPayments)
    .where(and(inArray(passportPayments.passportId, [...passportIds]), IS_OPEN));

const IS_OPEN = equals(passportPayments, { status: 'pending', replacedAt: null });

const paymentsAtProvider = ({ db }: DomainContext, providerId: string) =>
  db
    .select()
    .from(passportPayments)
    .where(eq(passportPayments.providerId, providerId))
    .orderBy(asc(passportPayments.id));

function openPayment(rows: readonly PaymentRecord[]): OpenPayment | undefined {
  const [first] = rows;
  const amount = rows.reduce((sum, row) => sum + row.amount, 0);
  return first && { providerId: first.providerId, amount, url: first.url };
}

/** The order's payment for all that is unpaid, open or new; what was for the counter is paid by card then. */
export function payAgain(
  context: DomainContext,
  { memberId, passportId }: { readonly memberId: string; readonly passportId: string },
): Promise<Outcome<OpenPayment>> {
  return withTransaction(context, async (tx) => {
    const order = await lockOrderOf(tx, passportId);
    const found = await findOwnPassport(tx, memberId, passportId);
    if (!found.ok) return found;
    const { passport } = found.value;
    if (passport.canceledAt) return err('ap_passport.canceled_at.access_denied');
    const today = todayInJapan(tx.clock.now());
    if (!isDue(passport, today)) return err('ap_passport.user.access_denied');
    const due = order.filter((one) => one.ownerId === memberId && isDue(one, today));
    for (const { id } of due) {
      await changePassport(tx, id, { paymentType: 'card', paymentStatus: 'pending' });
    }
    const payment = openPayment(await openPaymentFor(tx, due));
    if (!payment) throw new Error('A payment was begun for no passport');
    return ok(payment);
  });
}

async function openPaymentFor(tx: DomainContext, due: readonly PassportRecord[]) {
  const ids = due.map(({ id }) => id);
  const open = await openPaymentsOf(tx, ids);
  const [first] = open;
  const rows = first ? await paymentsAtProvider(tx, first.providerId) : [];
  if (rows.length === due.length && rows.every(({ passportId }) => ids.includes(passportId))) {
    return rows;
  }
  // Set aside for one of another sum, such as after one of the passports was cancelled. What is paid on the pages of
  // these nevertheless is paid back.
  const isReplaced = inArray(
    passportPayments.providerId,
    open.map(({ providerId }) => providerId),
  );
  const replacedAt = tx.clock.now();
  await updateRows(tx, passportPayments, and(isReplaced, IS_OPEN), { replacedAt });
  return beginPayment(tx, due);
}

/** Stores the address of the provider's page, unless one is stored, and answers the stored one. */
export async function storePaymentUrl(context: DomainContext, providerId: string, url: string) {
  await updateRows(context, passportPayments, { providerId, url: null }, { url });
  const [kept] = await paymentsAtProvider(context, providerId);
  return kept?.url ?? url;
}

type PaymentReport = Pick<ProviderAnswer, 'status' | 'amount'> & {
  /** Which refund has ended; may be missing where the payment is for one passport. */
  readonly refundId?: string | undefined;
};

/** Whether the payment is known; `other_sum` if it was paid, but not with the sum that was asked for. */
export type SettledPayment = 'unknown' | 'settled' | 'other_sum';

/**
 * Applies a status that the provider reported, in any order and any number of times. What was paid
 * stays paid. What was paid for a passport that is cancelled or already paid is refunded, and so is a
 * payment of another sum than was asked for.
 */
export function settlePayment(
  context: AccountContext,
  providerId: string,
  { status, amount, refundId }: PaymentReport,
): Promise<SettledPayment> {
  return transact(context, async (tx) => {
    const settled = await lockPayment(tx, providerId);
    if (settled.length === 0) return 'unknown';
    if (status === 'paid') return settlePaid(tx, settled, amount);
    if (status === 'refunded') {
      const isMeant = ({ payment }: Settled) =>
        refundId ? payment.id === refundId : settled.length === 1;
      for (const one of settled.filter(isMeant)) await settleRefunded(tx, one);
    }
    if (status === 'declined' || status === 'abandoned') {
      for (const one of settled) await settleUnpaid(tx, one, status);
    }
    return 'settled';
  });
}

/** A payment with its passport, both locked. */
type Settled = { readonly passport: PassportRecord; readonly payment: PaymentRecord };

const isUnpaid = ({ status }: PaymentRecord) =>
  status === 'pending' || status === 'declined' || status === 'abandoned';

async function settlePaid(tx: AccountContext, settled: readonly Settled[], amount: number) {
  const due: PassportRecord[] = [];
  const unpaid = settled.filter(({ payment }) => isUnpaid(payment));
  const asked = settled.reduce((sum, { payment }) => sum + payment.amount, 0);
  const isOtherSum = unpaid.length > 0 && amount !== asked;
  let left = amount;
  for (const [index, { passport, payment }] of unpaid.entries()) {
    if (!isOtherSum && !passport.canceledAt && !isPaid(passport)) {
      await decide(tx, payment, 'paid');
      due.push(passport);
      continue;
    }
    // The refunds of a payment of another sum add up to what was taken.
    const back = isOtherSum ? Math.floor(left / (unpaid.length - index)) : payment.amount;
    left -= back;
    await decide(tx, payment, back > 0 ? 'refund_pending' : 'refunded', back);
    if (passport.canceledAt && back > 0)
      await changePassport(tx, passport.id, { paymentStatus: 'refund_pending' });
  }
  await markPaid(tx, due);
  return isOtherSum ? 'other_sum' : 'settled';
}

/**
 * Marks passports of one order paid, gives each its number, and notifies and mails the
 * owner once; other adults are invited. They have one owner, because an unpaid passport cannot be given away.
 */
export async function markPaid(
  tx: AccountContext,
  due: readonly PassportRecord[],
): Promise<readonly PassportRecord[]> {
  const paid: PassportRecord[] = [];
  for (const passport of due.toSorted((a, b) => a.orderLine - b.orderLine)) {
    const extMemberCode = passport.extMemberCode ?? (await drawMemberCode(tx));
    paid.push(await changePassport(tx, passport.id, { paymentStatus: 'paid', extMemberCode }));
  }
  const [first] = paid;
  if (!first) return paid;
  await notifyMember(tx, first.purchaserId ?? first.ownerId, first.id, { kind: 'paid' });
  await mailReceipt(tx, paid);
  for (const passport of paid) await inviteAdult(tx, passport);
  return paid;
}

async function settleUnpaid(
  tx: DomainContext,
  { passport, payment }: Settled,
  status: 'declined' | 'abandoned',
): Promise<void> {
  if (payment.status !== 'pending') return;
  await decide(tx, payment, status);
  if (payment.replacedAt || isPaid(passport) || passport.canceledAt) return;
  // An abandoned payment is still pending for the member, unlike a declined one.
  const paymentStatus = status === 'declined' ? 'declined' : 'pending';
  await changePassport(tx, passport.id, { paymentStatus });
}

async function settleRefunded(tx: DomainContext, { passport, payment }: Settled): Promise<void> {
  if (payment.status !== 'refund_pending') return;
  await decide(tx, payment, 'refunded');
  if (passport.paymentStatus !== 'refund_pending') return;
  await changePassport(tx, passport.id, { paymentStatus: 'refunded' });
  // Whoever owned it meanwhile learns nothing of the money.
  if (passport.purchaserId) {
    await notifyMember(tx, passport.purchaserId, passport.id, { kind: 'refunded' });
  }
}

/** Begins the refund of a card payment. A payment at the counter is refunded there. */
export async function beginRefund(tx: DomainContext, passportId: string): Promise<void> {
  const pending = { status: 'refund_pending', askedAt: null } as const;
  await updateRows(tx, passportPayments, { passportId, status: 'paid' }, pending);
}

/** For how long the provider is asked for a payment that it has called declined or abandoned, or did not know. */
const ENDED_ASKED_MS = 24 * 60 * 60_000;

/** Pending payments and refunds, and what ended unpaid in a day, unchecked since `askedBefore`, oldest first. */
export async function unsettledPayments(
  { db, clock }: DomainContext,
  of: { readonly passportId: string } | { readonly limit: number },
  askedBefore: Readonly<Record<'open' | 'ended', Date>>,
): Promise<PaymentRecord[]> {
  const { status, decidedAt, askedAt } = passportPayments;
  const notAskedSince = (moment: Date) => or(isNull(askedAt), lt(askedAt, moment));
  return db
    .select()
    .from(passportPayments)
    .where(
      and(
        or(
          and(inArray(status, ['pending', 'refund_pending']), notAskedSince(askedBefore.open)),
          and(
            inArray(status, ['declined', 'abandoned']),
            gt(decidedAt, new Date(clock.now().getTime() - ENDED_ASKED_MS)),
            notAskedSince(askedBefore.ended),
          ),
        ),
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
export async function markAsked(context: DomainContext, { id, askedAt }: PaymentRecord) {
  const now = { askedAt: context.clock.now() };
  return (await updateRows(context, passportPayments, { id, askedAt }, now)).length > 0;
}

/** Locks the passports before their payments, in the same order as everywhere, to avoid deadlocks. */
async function lockPayment(tx: DomainContext, providerId: string): Promise<Settled[]> {
  const paidFor = tx.db
    .select({ id: passportPayments.passportId })
    .from(passportPayments)
    .where(eq(passportPayments.providerId, providerId));
  const locked = await lockPassports(tx, inArray(passports.id, paidFor));
  const payments = await paymentsAtProvider(tx, providerId);
  return payments.flatMap((payment) => {
    const passport = locked.find(({ id }) => id === payment.passportId);
    return passport ? [{ passport, payment }] : [];
  });
}

async function decide(
  tx: DomainContext,
  { id, ...payment }: PaymentRecord,
  status: PaymentRecord['status'],
  amount = payment.amount,
): Promise<void> {
  const decided = { status, amount, decidedAt: tx.clock.now(), askedAt: null };
  await updateRows(tx, passportPayments, { id }, decided);
}
