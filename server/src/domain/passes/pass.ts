import type { PassStatusCode } from '@portal/shared-contract';
import type { passports, passportTransfers } from '../../db/schema/passes.ts';

export type PassRecord = typeof passports.$inferSelect;
export type TransferRecord = typeof passportTransfers.$inferSelect;

/** Yen, for a year. */
export const PASS_PRICE = 9_800;

/** Nothing is left to pay. What is being paid back was paid, but its pass is cancelled. */
export function isPaid({ paymentStatus }: Pick<PassRecord, 'paymentStatus'>): boolean {
  return paymentStatus === null || paymentStatus === 'paid';
}

type Standing = Pick<
  PassRecord,
  'canceledAt' | 'extExpirationDate' | 'paymentStatus' | 'usageStartDate'
>;

/** @param today of Japan */
export function passStatus(pass: Standing, today: string): PassStatusCode {
  if (pass.canceledAt) return 'canceled';
  if (today > pass.extExpirationDate) return 'expired';
  if (!isPaid(pass)) return 'payment_pending';
  return today < pass.usageStartDate ? 'upcoming' : 'active';
}

/** Neither cancelled nor past its last day: its owner's account cannot be closed. */
export function isLive(pass: Standing, today: string): boolean {
  const status = passStatus(pass, today);
  return status !== 'canceled' && status !== 'expired';
}
