import type { AccountContext } from '@portal/server-members/account-context';
import type { Locale } from '@portal/shared-contract';
import type { Logger } from 'pino';
import {
  markAsked,
  type OpenPayment,
  type SettledPayment,
  settlePayment,
  storePaymentUrl,
  unsettledPayments,
} from './payments.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

export type PaymentContext = AccountContext & {
  readonly log: Logger;
  /** Undefined where payment by card is not configured. */
  readonly payments?: PaymentProvider | undefined;
};

/** The shortest time between two checks of a passport's payments, so that reloads do not add calls. */
const RECHECK_MS = 3_000;
/** The same for housekeeping, which runs on every replica. */
const HOUSEKEEPING_RECHECK_MS = 60_000;
const BATCH_SIZE = 50;
/** The same for payments that have ended unpaid: the provider may have been wrong, or the member has paid since. */
const ENDED_RECHECK_MS = 60 * 60_000;
/** A provider's replica may not know a new payment yet. Only after this time one that it does not know has ended. */
const UNKNOWN_AFTER_MS = 6 * 60 * 60_000;

/** The address of the payment's page, for a member of that passport; undefined while the provider does not answer. */
export async function openPaymentPage(
  context: PaymentContext,
  { providerId: id, amount, url }: OpenPayment,
  { passportId, locale }: { readonly passportId: string; readonly locale: Locale },
): Promise<string | undefined> {
  if (url !== null) return url;
  if (!context.payments) return undefined;
  const prefix = locale === 'en' ? '/en' : '';
  const returnUrl = `${context.config.portalOrigin}${prefix}/my-page/passports/${passportId}?payment=return`;
  try {
    const opened = await context.payments.open({ id, amount, locale, returnUrl });
    return await storePaymentUrl(context, id, opened.url);
  } catch (error) {
    return ignoreUnavailable(context, error);
  }
}

/**
 * Asks the provider for the status of a passport's payments that are open, or have ended unpaid in the last day; a
 * callback may be late or never come. Call it before another payment is opened.
 */
export function settlePassportPayments(context: PaymentContext, passportId: string): Promise<void> {
  return settle(context, { passportId }, { open: RECHECK_MS, ended: RECHECK_MS });
}

/** The same for all payments, for housekeeping. */
export function settleAllPayments(context: PaymentContext): Promise<void> {
  return settle(
    context,
    { limit: BATCH_SIZE },
    { open: HOUSEKEEPING_RECHECK_MS, ended: ENDED_RECHECK_MS },
  );
}

async function settle(
  context: PaymentContext,
  of: Parameters<typeof unsettledPayments>[1],
  recheckMs: Readonly<Record<'open' | 'ended', number>>,
): Promise<void> {
  const { payments: provider, clock } = context;
  if (!provider) return;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const askedBefore = { open: ago(recheckMs.open), ended: ago(recheckMs.ended) };
  const read = new Set<string>();
  for (const payment of await unsettledPayments(context, of, askedBefore)) {
    const { id: refundId, providerId, status, amount, url, createdAt } = payment;
    // The provider does not know a payment that was never opened there.
    if (url === null) continue;
    if (!(await markAsked(context, payment))) continue;
    // One answer settles all passports of a payment. A refund is for one of them.
    const isRefund = status === 'refund_pending';
    if (!isRefund && read.has(providerId)) continue;
    try {
      const answer = isRefund
        ? await provider.refund(providerId, { refundId, amount })
        : await provider.read(providerId);
      if (!isRefund) read.add(providerId);
      if (!answer && createdAt > ago(UNKNOWN_AFTER_MS)) continue;
      // A payment that the provider no longer knows will never be paid.
      const report = answer ?? { status: 'abandoned', amount: 0 };
      const settled = await settlePayment(context, providerId, { ...report, refundId });
      logOtherSum(context, settled, { id: providerId, ...report });
    } catch (error) {
      ignoreUnavailable(context, error);
    }
  }
}

/** Says that a payment of another sum than was asked for goes back. */
export function logOtherSum(
  { log }: Pick<PaymentContext, 'log'>,
  settled: SettledPayment,
  { id, amount }: { readonly id: string; readonly amount: number },
): void {
  if (settled !== 'other_sum') return;
  log.error(
    { event: 'payment-of-another-sum', payment: id, amount },
    'a payment of another sum than was asked for is paid back',
  );
}

function ignoreUnavailable({ log }: PaymentContext, error: unknown): undefined {
  if (!(error instanceof ProviderUnavailable)) throw error;
  log.warn({ err: error }, 'the payment provider is unavailable');
}
