import {
  lastDayToCancel,
  type PassportKind,
  type PassportStatusCode,
  todayInJapan,
} from '@portal/shared-contract';
import type { passports, passportTransfers } from '../schema/passports.ts';

export type PassportRecord = typeof passports.$inferSelect;
export type TransferRecord = typeof passportTransfers.$inferSelect;

/** Whether nothing is left to pay. A refund counts as unpaid; its passport is cancelled anyway. */
export function isPaid({ paymentStatus }: Pick<PassportRecord, 'paymentStatus'>): boolean {
  return paymentStatus === null || paymentStatus === 'paid';
}

/** Whether a member has paid for a passport; one that costs nothing has no payer to keep apart. */
export const isPayer = (
  { purchaserId, paymentStatus }: Pick<PassportRecord, 'purchaserId' | 'paymentStatus'>,
  memberId: string,
): boolean => purchaserId === memberId || paymentStatus === null;

/** Whether its holder is still to add the photo that its kind asks for. */
export const lacksPhoto = ({ photoId, soldAs }: Pick<PassportRecord, 'photoId' | 'soldAs'>) =>
  photoId === null && soldAs.photo;

/**
 * The last day on which the owner can give a paid passport back: by what it was sold as, and the day before its
 * first day for one that was a gift, which goes back to its giver.
 * @param used whether it has opened a turnstile
 */
export function cancelUntil(
  passport: PassportRecord,
  ownerId: string,
  used: boolean,
): string | null {
  const { soldAs, usageStartDate: firstDay, createdAt } = passport;
  const sold: Pick<PassportKind, 'cancel'> = isPayer(passport, ownerId)
    ? soldAs
    : { cancel: 'day-before' };
  return lastDayToCancel(sold, { firstDay, boughtOn: todayInJapan(createdAt), used });
}

type StatusColumns = Pick<
  PassportRecord,
  'canceledAt' | 'extExpirationDate' | 'paymentStatus' | 'usageStartDate'
>;

/** The status that a member sees, by cancellation, dates (today in Japan, YYYY-MM-DD) and payment. */
export function passportStatus(passport: StatusColumns, today: string): PassportStatusCode {
  if (passport.canceledAt) return 'canceled';
  if (today > passport.extExpirationDate) return 'expired';
  if (!isPaid(passport)) return 'payment_pending';
  return today < passport.usageStartDate ? 'upcoming' : 'active';
}

export function isLive(passport: StatusColumns, today: string): boolean {
  const status = passportStatus(passport, today);
  return status !== 'canceled' && status !== 'expired';
}

export const isDue = (passport: StatusColumns, today: string): boolean =>
  !isPaid(passport) && isLive(passport, today);

/** Whether cash for a cancelled passport was not paid back yet: until then it can become valid again. */
export const waitsForCash = ({
  paymentType,
  paymentStatus,
}: Pick<PassportRecord, 'paymentType' | 'paymentStatus'>): boolean =>
  paymentType === 'counter' && paymentStatus === 'refund_pending';
