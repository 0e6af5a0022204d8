import type { AccountContext } from '@portal/server-members/account-context';
import { isUuid } from '@portal/server-members/members';
import { withTransaction } from '@portal/server-platform/database/database';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { parseOrderNumber, todayInJapan } from '@portal/shared-contract';
import { eq, type SQL } from 'drizzle-orm';
import { notifyMember } from '../mails/notifications.ts';
import { changePassport, lockPassports } from '../passport/access.ts';
import {
  isLive,
  isPaid,
  lacksPhoto,
  type PassportRecord,
  waitsForCash,
} from '../passport/passport.ts';
import { passports } from '../schema/passports.ts';
import { recordStaffAct, type StaffActor } from '../staff/staff-acts.ts';
import { markPaid } from './payments.ts';
import { isMoneyHeld } from './restored.ts';

/** What the operator's staff can do to a passport at the counter. */
export const OPERATOR_ACTIONS = ['paid', 'confirmed', 'refunded'] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/**
 * Applies an operator's action, and records who did it.
 * @param named the order number on the receipt, which means all passports of the order, or the number
 *   or id of one passport
 * @returns the passports that it has changed, or one of the `ap_passport.*` errors if it is not
 *   possible for any; `request.invalid` if it is about one person and several passports were named
 */
export function applyOperatorAction(
  context: AccountContext,
  staff: StaffActor,
  named: string,
  action: OperatorAction,
): Promise<Outcome<readonly PassportRecord[]>> {
  return withTransaction(context, async (tx) => {
    const which = passportsNamed(named.trim());
    const found = which ? await lockPassports(tx, which) : [];
    if (found.length === 0) return err('ap_passport.not_found');
    const done = await ACTIONS[action](tx, found);
    if (done.ok) {
      const changed = done.value.map(({ id }) => id);
      await recordStaffAct(tx, staff, action, changed);
    }
    return done;
  });
}

const PASSPORT_NUMBER = /^\d{10}$/;

function passportsNamed(text: string): SQL | undefined {
  const order = parseOrderNumber(text);
  if (order) return eq(passports.orderNumber, order);
  if (PASSPORT_NUMBER.test(text)) return eq(passports.extMemberCode, text);
  return isUuid(text) ? eq(passports.id, text) : undefined;
}

type Apply = (
  tx: AccountContext,
  found: readonly PassportRecord[],
) => Promise<Outcome<readonly PassportRecord[]>>;

const ACTIONS: Record<OperatorAction, Apply> = {
  /** The price was paid in cash. A card payment that still arrives is refunded. */
  async paid(tx, found) {
    const left = found.filter(({ canceledAt }) => !canceledAt);
    if (left.length === 0) return err('ap_passport.canceled_at.access_denied');
    const due = left.filter((passport) => !isPaid(passport));
    if (due.length === 0) return err('ap_passport.user.access_denied');
    const atCounter: PassportRecord[] = [];
    for (const { id } of due) {
      atCounter.push(await changePassport(tx, id, { paymentType: 'counter' }));
    }
    return ok(await markPaid(tx, atCounter));
  },
  /** The holder has shown their ID, and the photo shows them. */
  async confirmed(tx, found) {
    const today = todayInJapan(tx.clock.now());
    const [passport, ...others] = found.filter((one) => isLive(one, today));
    if (!passport) return err('ap_passport.canceled_at.access_denied');
    if (others.length > 0) return err('request.invalid');
    if (passport.transferStatus === 'transferring') {
      return err('ap_passport.transfer_status.access_denied');
    }
    if (passport.confirmedIdAt) return err('ap_passport.confirmed_id_at.access_denied');
    if (lacksPhoto(passport)) return err('ap_passport.photo.required');
    return ok([await changePassport(tx, passport.id, { confirmedIdAt: tx.clock.now() })]);
  },
  /** The price was paid back in cash, to whoever has paid it. The provider refunds card payments. */
  async refunded(tx, found) {
    const waiting = found.filter((one) => waitsForCash(one) && one.purchaserId !== null);
    if (waiting.length === 0) return err('ap_passport.user.access_denied');
    for (const { id } of waiting) if (await isMoneyHeld(tx, id)) return err('server.unavailable');
    const refunded: PassportRecord[] = [];
    for (const { id, purchaserId } of waiting) {
      refunded.push(await changePassport(tx, id, { paymentStatus: 'refunded' }));
      if (purchaserId) await notifyMember(tx, purchaserId, id, { kind: 'refunded' });
    }
    return ok(refunded);
  },
};
