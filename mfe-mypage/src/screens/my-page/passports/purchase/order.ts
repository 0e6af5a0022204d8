import { isoDate, type PaymentTypeCode } from '@portal/shared-contract';
import type { Order, PurchaseState } from './flow.ts';
import { holderOf } from './who-problems.ts';

/** What is sent, from what was chosen. @throws Error before all steps are done */
export function orderOf(
  { choices, key }: Extract<PurchaseState, { kind: 'choosing' }>,
  payment: PaymentTypeCode | undefined,
): Order {
  if (!key || !payment) throw new Error('The check step was opened without the steps before it');
  return {
    idempotency_key: key,
    holder: holderOf(choices.who),
    design_id: choices.design_id,
    photo_id: choices.photo?.photo_id ?? null,
    usage_start_date: isoDate(choices.who.usage_start_date),
    payment_type: payment,
  };
}
