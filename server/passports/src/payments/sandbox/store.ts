import type { Clock } from '@portal/server-platform/clock';
import type { Locale } from '@portal/shared-contract';

export type SandboxStatus = 'pending' | 'paid' | 'declined' | 'abandoned' | 'refunded';
export type SandboxPayment = {
  readonly id: string;
  /** Yen. */
  readonly amount: number;
  readonly locale: Locale;
  readonly returnUrl: string;
  readonly callbackUrl: string;
  readonly openedAt: Date;
  readonly status: SandboxStatus;
  /** What was paid back, in yen, by the id of the refund. */
  readonly refunds: ReadonlyMap<string, number>;
};

const PAYMENTS_MAX = 1_000;
/** After this time an unpaid payment counts as abandoned. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Keeps the newest thousand payments in memory. */
export function createPaymentStore(clock: Clock) {
  const payments = new Map<string, SandboxPayment>();

  function find(id: string): SandboxPayment | undefined {
    const payment = payments.get(id);
    if (payment?.status !== 'pending') return payment;
    const over = clock.now().getTime() - payment.openedAt.getTime() > ABANDONED_AFTER_MS;
    return over ? { ...payment, status: 'abandoned' } : payment;
  }

  return {
    find,
    /** Opens a payment, or answers the one with the same id. */
    open(payment: Omit<SandboxPayment, 'openedAt' | 'status' | 'refunds'>): SandboxPayment {
      const known = find(payment.id);
      if (known) return known;
      const opened: SandboxPayment = {
        ...payment,
        openedAt: clock.now(),
        status: 'pending',
        refunds: new Map(),
      };
      payments.set(payment.id, opened);
      const [oldest] = payments.keys();
      if (payments.size > PAYMENTS_MAX && oldest !== undefined) payments.delete(oldest);
      return opened;
    },
    /** Changes the status of a payment if it is `from`. @returns whether it was changed */
    changeStatus(id: string, from: SandboxStatus, to: SandboxStatus): boolean {
      const payment = find(id);
      if (payment?.status !== from) return false;
      payments.set(id, { ...payment, status: to });
      return true;
    },
    /**
     * Pays back a part of a payment, once per refund. A payment from before a restart must have been
     * paid, or it would not be refunded.
     * @returns whether it is paid back
     */
    refund(id: string, refundId: string, amount: number): boolean {
      const payment = find(id);
      if (!payment || payment.refunds.has(refundId)) return true;
      const refunds = new Map(payment.refunds).set(refundId, amount);
      const total = [...refunds.values()].reduce((sum, part) => sum + part, 0);
      if (payment.status !== 'paid' || total > payment.amount) return false;
      const status = total === payment.amount ? 'refunded' : 'paid';
      payments.set(id, { ...payment, status, refunds });
      return true;
    },
  };
}
