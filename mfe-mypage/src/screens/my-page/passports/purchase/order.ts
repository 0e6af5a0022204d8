import { isoDate, type PaymentTypeCode } from '@portal/shared-contract';
import type { Order, PurchaseState } from './flow.ts';
import { holderOf } from './holder-errors.ts';

/**
 * The body of the purchase call.
 * @throws Error if a step before is not complete
 */
export function orderOf(
  { choices, key }: Extract<PurchaseState, { kind: 'choosing' }>,
  payment: PaymentTypeCode | undefined,
): Order {
  if (!key || !payment) throw new Error('The check step was opened without the steps before it');
  return {
    idempotency_key: key,
    holder: holderOf(choices.holder),
    design_id: choices.design_id,
    photo_id: choices.photo?.photo_id ?? null,
    usage_start_date: isoDate(choices.holder.usage_start_date),
    payment_type: payment,
  };
}
