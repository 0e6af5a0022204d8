import type { Passport } from './passport.ts';
import { PERMISSION } from './permission.ts';

/** What the owner may do with a passport. The server decides; this says which actions to offer. */
export type PassportAction =
  | 'transfer'
  | 'physicalCard'
  | 'changePhoto'
  | 'changeDesign'
  | 'cancel';

/**
 * The actions to offer for a passport, in display order.
 * @param today in Japan, YYYY-MM-DD
 */
export function availableActions(passport: Passport, today: string): PassportAction[] {
  if (passport.role !== 'owner' || passport.transfer || hasEnded(passport)) return [];
  const unpaid = isUnpaid(passport);
  const isConfirmed = passport.confirmed_id_at !== null;
  const hasCard = passport.physical_card_issued_at !== null;
  const isStaff = passport.ext_permission === PERMISSION.staff;
  const refundable = passport.cancel_until !== null && today <= passport.cancel_until;
  const { kind } = passport;
  // It waits for somebody else, who has not accepted it.
  const isUnaccepted = passport.holder.kind === 'adult';
  const possible: Record<PassportAction, boolean> = {
    transfer: !unpaid && !isConfirmed && !hasCard && !isStaff,
    // It shows the photo, and is sent to the address.
    physicalCard: !unpaid && !hasCard && !isUnaccepted && kind.photo && kind.address,
    changePhoto: !isConfirmed && !isUnaccepted && kind.photo,
    changeDesign: !hasCard,
    cancel: (unpaid || refundable || isUnaccepted) && !hasCard,
  };
  return (Object.keys(possible) as PassportAction[]).filter((action) => possible[action]);
}

// Apart from the actions, whose rules of dates the home does not need.

/** Whether the passport is expired or cancelled. */
export const hasEnded = ({ status_name }: Pick<Passport, 'status_name'>): boolean =>
  status_name?.code === 'expired' || status_name?.code === 'canceled';

export const isUnpaid = ({ payment_status_name }: Pick<Passport, 'payment_status_name'>): boolean =>
  payment_status_name?.code === 'pending' || payment_status_name?.code === 'declined';
