import { type Passport, PERMISSION } from '@portal/shared-contract';

/** What the owner of a pass may do with it now. The server has the last word on each. */
export type PassAction = 'transfer' | 'physicalCard' | 'changePhoto' | 'changeDesign' | 'cancel';

/** The pass has ended or was cancelled: a thing to look back at. */
export const isSpent = ({ status_name }: Pick<Passport, 'status_name'>): boolean =>
  status_name?.code === 'expired' || status_name?.code === 'canceled';

export const isUnpaid = ({ payment_status_name }: Pick<Passport, 'payment_status_name'>): boolean =>
  payment_status_name?.code === 'pending' || payment_status_name?.code === 'declined';

/** @param today of Japan, YYYY-MM-DD */
export function whatCanBeDone(pass: Passport, today: string): PassAction[] {
  if (pass.role !== 'owner' || pass.transfer || isSpent(pass)) return [];
  const unpaid = isUnpaid(pass);
  const isConfirmed = pass.confirmed_id_at !== null;
  const hasCard = pass.physical_card_issued_at !== null;
  const isStaff = pass.ext_permission === PERMISSION.staff;
  const begun = pass.usage_start_date <= today;
  const possible: Record<PassAction, boolean> = {
    transfer: !unpaid && !isConfirmed && !hasCard && !isStaff,
    physicalCard: !unpaid && !hasCard,
    changePhoto: !isConfirmed,
    changeDesign: !hasCard,
    cancel: (unpaid || !begun) && !hasCard,
  };
  return (Object.keys(possible) as PassAction[]).filter((action) => possible[action]);
}
