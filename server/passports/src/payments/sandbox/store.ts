import type { Clock } from '@portal/server-platform/clock';
import type { Locale } from '@portal/shared-contract';
import type { Logger } from 'pino';
import { callbackSignature, SIGNATURE_HEADER } from '../provider.ts';

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

/** How often and when the callback is sent; the sandbox page lets one choose. */
export const CALLBACK_MODES = ['once', 'twice', 'late', 'never'] as const;
export type CallbackMode = (typeof CALLBACK_MODES)[number];

const LATE_MS = 20_000;
const TIMEOUT_MS = 5_000;

export type CallbackOptions = {
  readonly secret: string;
  readonly log: Logger;
  readonly send: (request: Request) => Promise<Response>;
  /** Runs `work` after a delay: a timer, or a test's replacement. */
  readonly later: (work: () => void, milliseconds: number) => void;
};

/** Sends the results of payments to the portal's server. A callback that fails is not repeated. */
export function createCallbacks({ secret, log, send, later }: CallbackOptions) {
  async function post({ id, status, amount, callbackUrl }: SandboxPayment): Promise<void> {
    const body = JSON.stringify({ id, status, amount });
    const request = new Request(callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: callbackSignature(secret, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    try {
      await send(request);
    } catch (err) {
      log.warn({ err }, 'payment sandbox: the callback failed');
    }
  }

  return (payment: SandboxPayment, mode: CallbackMode): void => {
    const work = () => void post(payment);
    if (mode === 'never') return;
    later(work, mode === 'late' ? LATE_MS : 0);
    if (mode === 'twice') later(work, 0);
  };
}
