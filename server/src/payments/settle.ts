import type { Locale } from '@portal/shared-contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { DomainContext } from '../context.ts';
import {
  keepPaymentUrl,
  markAsked,
  type PaymentRecord,
  settlePayment,
  unsettledPayments,
} from '../domain/passes/payments.ts';
import { type PaymentProvider, ProviderAway } from './provider.ts';

export type PaymentContext = DomainContext & {
  readonly config: Pick<Config, 'portalOrigin'>;
  readonly log: Logger;
  /** Undefined where nobody can pay by card. */
  readonly payments?: PaymentProvider | undefined;
};

/** A member who reloads does not make the provider be asked each time. */
const ASK_AGAIN_MS = 3_000;
/** Housekeeping comes by every few minutes; replicas that come together ask once. */
const ASK_UNATTENDED_MS = 60_000;
const ASK_AT_ONCE = 50;

/** The provider's page for a payment; undefined while the provider cannot be reached. */
export async function openPaymentPage(
  context: PaymentContext,
  { id, passportId, amount, url }: PaymentRecord,
  locale: Locale,
): Promise<string | undefined> {
  if (url !== null) return url;
  if (!context.payments) return undefined;
  const prefix = locale === 'en' ? '/en' : '';
  const returnUrl = `${context.config.portalOrigin}${prefix}/my-page/passports/${passportId}?payment=return`;
  try {
    const opened = await context.payments.open({ id, amount, locale, returnUrl });
    return await keepPaymentUrl(context, id, opened.url);
  } catch (error) {
    return unlessAway(context, error);
  }
}

/** Asks the provider of what is open for a pass: its callback may be late, or never come. */
export function settlePass(context: PaymentContext, passId: string): Promise<void> {
  return settle(context, { passId }, ASK_AGAIN_MS);
}

/** Asks of whatever is open, for housekeeping. */
export function settleAll(context: PaymentContext): Promise<void> {
  return settle(context, { limit: ASK_AT_ONCE }, ASK_UNATTENDED_MS);
}

async function settle(
  context: PaymentContext,
  of: Parameters<typeof unsettledPayments>[1],
  askAgainMs: number,
): Promise<void> {
  const { payments: provider, clock } = context;
  if (!provider) return;
  const askedBefore = new Date(clock.now().getTime() - askAgainMs);
  for (const payment of await unsettledPayments(context, of, askedBefore)) {
    // One that was never opened at the provider has nothing to say.
    if (payment.url === null) continue;
    if (!(await markAsked(context, payment))) continue;
    try {
      const refund = payment.status === 'refund_pending';
      const answer = refund ? await provider.refund(payment.id) : await provider.read(payment.id);
      // One that the provider has forgotten will never be paid.
      await settlePayment(context, payment.id, answer?.status ?? 'abandoned');
    } catch (error) {
      unlessAway(context, error);
    }
  }
}

function unlessAway({ log }: PaymentContext, error: unknown): undefined {
  if (!(error instanceof ProviderAway)) throw error;
  log.warn({ err: error }, 'the payment provider cannot be reached');
}
