import { parseOrderNumber, todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passports } from '../../db/schema/passports.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import { isUuid } from '../members.ts';
import { withTransaction } from '../with-transaction.ts';
import { changePassport } from './access.ts';
import { notifyMember } from './notifications.ts';
import { isLive, isPaid, type PassportRecord } from './passport.ts';
import { markPaid } from './payments.ts';

/** What the operator's staff can do to a passport at the counter (product §14.35). */
export const OPERATOR_ACTIONS = ['paid', 'confirmed', 'refunded'] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/**
 * Applies an operator's action.
 * @param passportId the passport's id, or the order number on its receipt
 * @returns one of the `ap_passport.*` errors if it is not possible
 */
export function applyOperatorAction(
  context: AccountContext,
  passportId: string,
  action: OperatorAction,
): Promise<Outcome<PassportRecord>> {
  return withTransaction(context, async (tx) => {
    const order = parseOrderNumber(passportId);
    if (!order && !isUuid(passportId)) return err('ap_passport.not_found');
    const [passport] = await tx.db
      .select()
      .from(passports)
      .where(order ? eq(passports.orderNumber, order) : eq(passports.id, passportId))
      .for('update');
    if (!passport) return err('ap_passport.not_found');
    return ACTIONS[action](tx, passport);
  });
}

const ACTIONS: Record<
  OperatorAction,
  (tx: AccountContext, passport: PassportRecord) => Promise<Outcome<PassportRecord>>
> = {
  /** The price was paid in cash. A card payment that still arrives is refunded (product §14.9). */
  async paid(tx, passport) {
    if (passport.canceledAt) return err('ap_passport.canceled_at.access_denied');
    if (isPaid(passport)) return err('ap_passport.user.access_denied');
    const atCounter = await changePassport(tx, passport.id, { paymentType: 'counter' });
    return ok(await markPaid(tx, atCounter));
  },
  /** The holder has shown their ID, and the photo shows them. */
  async confirmed(tx, passport) {
    if (!isLive(passport, todayInJapan(tx.clock.now()))) {
      return err('ap_passport.canceled_at.access_denied');
    }
    if (passport.transferStatus === 'transferring') {
      return err('ap_passport.transfer_status.access_denied');
    }
    if (passport.confirmedIdAt) return err('ap_passport.confirmed_id_at.access_denied');
    if (!passport.photoId) return err('ap_passport.photo.required');
    return ok(await changePassport(tx, passport.id, { confirmedIdAt: tx.clock.now() }));
  },
  /** The price was paid back in cash. The provider refunds card payments. */
  async refunded(tx, passport) {
    if (passport.paymentType !== 'counter' || passport.paymentStatus !== 'refund_pending') {
      return err('ap_passport.user.access_denied');
    }
    const changed = await changePassport(tx, passport.id, { paymentStatus: 'refunded' });
    await notifyMember(tx, passport.ownerId, passport.id, { kind: 'refunded' });
    return ok(changed);
  },
};
