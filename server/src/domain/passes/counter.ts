import { todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { passports } from '../../db/schema/passes.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { isUuid } from '../members.ts';
import { changePass } from './access.ts';
import { tellMember } from './notices.ts';
import { isLive, isPaid, type PassRecord } from './pass.ts';
import { markPaid } from './payments.ts';

/** What the operator's staff do with a pass at the counter. */
export const COUNTER_ACTS = ['paid', 'confirmed', 'refunded'] as const;
export type CounterAct = (typeof COUNTER_ACTS)[number];

export function actAtCounter(
  context: DomainContext,
  passId: string,
  act: CounterAct,
): Promise<Outcome<PassRecord>> {
  return allOrNothing(context, async (tx) => {
    if (!isUuid(passId)) return refused('ap_passport.not_found');
    const [pass] = await tx.db
      .select()
      .from(passports)
      .where(eq(passports.id, passId))
      .for('update');
    if (!pass) return refused('ap_passport.not_found');
    return ACTS[act](tx, pass);
  });
}

const ACTS: Record<
  CounterAct,
  (tx: DomainContext, pass: PassRecord) => Promise<Outcome<PassRecord>>
> = {
  /** Cash was taken, whatever was chosen first: a card payment that still comes is paid back. */
  async paid(tx, pass) {
    if (pass.canceledAt) return refused('ap_passport.canceled_at.access_denied');
    if (isPaid(pass)) return refused('ap_passport.user.access_denied');
    const counted = await changePass(tx, pass.id, { paymentType: 'counter' });
    return done(await markPaid(tx, counted));
  },
  /** The holder has shown their ID, and the photo is of them. */
  async confirmed(tx, pass) {
    if (!isLive(pass, todayInJapan(tx.clock.now()))) {
      return refused('ap_passport.canceled_at.access_denied');
    }
    if (pass.transferStatus === 'transferring') {
      return refused('ap_passport.transfer_status.access_denied');
    }
    if (pass.confirmedIdAt) return refused('ap_passport.confirmed_id_at.access_denied');
    if (!pass.photoId) return refused('ap_passport.photo.required');
    return done(await changePass(tx, pass.id, { confirmedIdAt: tx.clock.now() }));
  },
  /** Cash was given back; a card is paid back by the provider. */
  async refunded(tx, pass) {
    if (pass.paymentType !== 'counter' || pass.paymentStatus !== 'refund_pending') {
      return refused('ap_passport.user.access_denied');
    }
    const changed = await changePass(tx, pass.id, { paymentStatus: 'refunded' });
    await tellMember(tx, pass.ownerId, pass.id, { kind: 'refunded' });
    return done(changed);
  },
};
