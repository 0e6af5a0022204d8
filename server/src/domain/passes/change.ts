import { todayInJapan } from '@portal/shared-contract';
import type { DomainContext } from '../../context.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { changePass, onPass, type SeenPass } from './access.ts';
import { findDesign } from './designs.ts';
import { isLive, isPaid, type PassRecord } from './pass.ts';
import { beginRefund } from './payments.ts';
import { findOwnPhoto } from './photos.ts';

type Who = { readonly memberId: string; readonly passId: string };

export type PassChanges = {
  readonly designId: string | null | undefined;
  readonly photoId: string | null | undefined;
};

/** The photo until the identity is confirmed, the design until the card is issued. */
export function changeLooks(
  context: DomainContext,
  who: Who,
  { designId, photoId }: PassChanges,
): Promise<Outcome<SeenPass>> {
  return onPass(context, { ...who, role: 'owner' }, async (tx, seen) => {
    const { pass } = seen;
    const refusal = mayChange(pass);
    if (refusal) return refused(refusal);
    const changes: { designId?: string; photoId?: string } = {};
    if (photoId !== undefined && photoId !== pass.photoId) {
      if (pass.confirmedIdAt) return refused('ap_passport.confirmed_id_at.access_denied');
      const photo = await findOwnPhoto(tx, who.memberId, photoId);
      if (!photo) return refused('ap_passport.photo.required');
      changes.photoId = photo;
    }
    if (designId !== undefined) {
      const design = findDesign(designId);
      if (!design) return refused('ap_passport.design_id.required');
      changes.designId = design.id;
    }
    return done({ ...seen, pass: await changePass(tx, pass.id, changes) });
  });
}

/** Before the start date, or while it is unpaid. What was paid is paid back. */
export function cancelPass(context: DomainContext, who: Who): Promise<Outcome<SeenPass>> {
  return onPass(context, { ...who, role: 'owner' }, async (tx, seen) => {
    const { pass } = seen;
    const refusal = mayChange(pass);
    if (refusal) return refused(refusal);
    const today = todayInJapan(tx.clock.now());
    const begun = isPaid(pass) && today >= pass.usageStartDate;
    if (begun || !isLive(pass, today)) return refused('ap_passport.canceled_at.access_denied');

    const changed = await changePass(tx, pass.id, {
      canceledAt: tx.clock.now(),
      codeVersion: pass.codeVersion + 1,
      ...(pass.paymentStatus === 'paid' && { paymentStatus: 'refund_pending' }),
    });
    await beginRefund(tx, pass.id);
    return done({ ...seen, pass: changed });
  });
}

/** Orders the card. What it shows must be there and proven: photo, number, identity. */
export function issueCard(context: DomainContext, who: Who): Promise<Outcome<SeenPass>> {
  return onPass(context, { ...who, role: 'owner' }, async (tx, seen) => {
    const { pass } = seen;
    const refusal = mayChange(pass);
    if (refusal) return refused(refusal);
    if (!isLive(pass, todayInJapan(tx.clock.now()))) {
      return refused('ap_passport.physical_card_issued_at.access_denied');
    }
    if (!pass.photoId) return refused('ap_passport.photo.required');
    if (!pass.extMemberCode) return refused('ap_passport.ext_member_code.required');
    if (!pass.confirmedIdAt) return refused('ap_passport.confirmed_id_at.required');
    const changes = { physicalCardIssuedAt: tx.clock.now() };
    return done({ ...seen, pass: await changePass(tx, pass.id, changes) });
  });
}

/** What stands in the way of every change. */
function mayChange(pass: PassRecord) {
  if (pass.canceledAt) return 'ap_passport.canceled_at.access_denied';
  if (pass.transferStatus === 'transferring') return 'ap_passport.transfer_status.access_denied';
  return pass.physicalCardIssuedAt
    ? 'ap_passport.physical_card_issued_at.access_denied'
    : undefined;
}
