import type { Passport } from './passport.ts';

// Apart from the actions, whose rules of dates the home does not need.

/** Whether the passport is expired or cancelled. */
export const hasEnded = ({ status_name }: Pick<Passport, 'status_name'>): boolean =>
  status_name?.code === 'expired' || status_name?.code === 'canceled';

export const isUnpaid = ({ payment_status_name }: Pick<Passport, 'payment_status_name'>): boolean =>
  payment_status_name?.code === 'pending' || payment_status_name?.code === 'declined';
