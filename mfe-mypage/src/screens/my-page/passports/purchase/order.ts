import { isoDate, type NewPassport, type PaymentTypeCode } from '@portal/kit/contract';
import { type Item, itemsOf, needsPhoto, type Order, type PurchaseState } from './flow.ts';
import { holderOf } from './holder-errors.ts';

/**
 * The body of the purchase call.
 * @throws Error if a step before is not complete
 */
export function orderOf(
  state: Extract<PurchaseState, { kind: 'choosing' }>,
  { payment, total }: { readonly payment: PaymentTypeCode | undefined; readonly total: number },
): Order {
  const [first, ...others] = itemsOf(state).map(passportOf);
  if (!state.key || !payment || !first) {
    throw new Error('The check step was opened without the steps before it');
  }
  return {
    idempotency_key: state.key,
    ...first,
    payment_type: payment,
    total,
    ...(others.length > 0 && { others }),
  };
}

const passportOf = (item: Item): NewPassport => ({
  holder: holderOf(item.holder),
  ...(item.kind && { kind_id: item.kind.id }),
  design_id: item.design_id,
  photo_id: needsPhoto(item) ? (item.photo?.photo_id ?? null) : null,
  usage_start_date: isoDate(item.holder.usage_start_date),
  ...(item.renews !== null && { renews: item.renews }),
});
