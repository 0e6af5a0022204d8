import type { AccountContext } from '@portal/server-members/account-context';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { designsFor, findDesign } from '@portal/shared-brand/read/designs';
import { type PassportDesign, todayInJapan } from '@portal/shared-contract';
import { isChangeHeld, recordPassportChange } from '../giving/recorded-changes.ts';
import { returnGift } from '../giving/take-back.ts';
import type { Who } from '../giving/transfer.ts';
import { changePassport, type PassportAccess, withOwnPassport } from '../passport/access.ts';
import { cancelUntil, isLive, isPaid, isPayer, type PassportRecord } from '../passport/passport.ts';
import { findOwnPhoto } from '../passport/photos.ts';
import { wasUsed } from '../passport/turnstile-uses.ts';
import { beginRefund } from './payments.ts';

export type PassportChanges = {
  readonly designId: string | null | undefined;
  readonly photoId: string | null | undefined;
};

/** Changes photo and design; `undefined` keeps one. Only `designs` can be chosen; another one may be kept. */
export function changeDesignOrPhoto(
  context: AccountContext,
  who: Who,
  { designId, photoId }: PassportChanges,
  designs: readonly PassportDesign[],
): Promise<Outcome<PassportAccess>> {
  return withOwnPassport(context, who, async (tx, passport, access) => {
    const refusal = changeRefusal(passport);
    if (refusal) return err(refusal);
    const changes: { designId?: string; photoId?: string } = {};
    if (photoId !== undefined && photoId !== passport.photoId) {
      if (passport.confirmedIdAt) return err('ap_passport.confirmed_id_at.access_denied');
      // The photo of a passport that was bought for somebody is theirs to add.
      if (passport.holderKind === 'adult') return err('ap_passport.user.access_denied');
      const photo = await findOwnPhoto(tx, who.memberId, photoId);
      if (!photo) return err('ap_passport.photo.required');
      changes.photoId = photo;
    }
    if (designId !== undefined && designId !== passport.designId) {
      const design = findDesign(designsFor(passport.soldAs, designs), designId);
      if (!design) return err('ap_passport.design_id.required');
      changes.designId = design.id;
    }
    const kinds = [
      ...(changes.photoId ? (['photo_changed'] as const) : []),
      ...(changes.designId ? (['design_changed'] as const) : []),
    ];
    if (kinds.length === 0) return ok(access);
    if (await isChangeHeld(tx, who, passport)) return err('auth.browser_too_new');
    for (const kind of kinds) await recordPassportChange(tx, who, passport, kind);
    return ok({ ...access, passport: await changePassport(tx, passport.id, changes) });
  });
}

/**
 * Cancels the passport while it is unpaid, or as what it was sold as allows, and begins the refund. A
 * gift goes back instead, because the money is its payer's. Where nobody is left to have it,
 * it is cancelled: a card payment goes back to the card, and nobody gets cash.
 */
export function cancelPassport(
  context: AccountContext,
  who: Who,
): Promise<Outcome<PassportAccess>> {
  return withOwnPassport(context, who, async (tx, passport, access) => {
    const refusal = changeRefusal(passport);
    if (refusal) return err(refusal);
    const today = todayInJapan(tx.clock.now());
    // Nobody has used what was bought for an adult who has not accepted it.
    const isUnused = passport.holderKind === 'adult';
    const used = await wasUsed(tx, passport.id);
    const isInTime = (memberId: string) => today <= (cancelUntil(passport, memberId, used) ?? '');
    const isTooLate = isPaid(passport) && !isUnused && !isInTime(who.memberId);
    if (isTooLate || !isLive(passport, today)) return err('ap_passport.canceled_at.access_denied');

    const paidByOwner = isPayer(passport, who.memberId);
    const returned = paidByOwner ? undefined : await returnGift(tx, passport);
    if (returned) return ok({ passport: returned, role: 'giver', transfer: undefined });
    const isRefunded =
      passport.paymentStatus === 'paid' &&
      (paidByOwner || (passport.paymentType === 'card' && isInTime(passport.purchaserId ?? '')));
    const changed = await changePassport(tx, passport.id, {
      canceledAt: tx.clock.now(),
      invitedEmail: null,
      codeVersion: passport.codeVersion + 1,
      ...(isRefunded && { paymentStatus: 'refund_pending' }),
    });
    await beginRefund(tx, passport.id);
    await recordPassportChange(tx, who, passport, 'canceled');
    return ok({ ...access, passport: changed });
  });
}

/** Orders the physical card; photo, number and a confirmed identity are required. */
export function issueCard(context: AccountContext, who: Who): Promise<Outcome<PassportAccess>> {
  return withOwnPassport(context, who, async (tx, passport, access) => {
    const refusal = changeRefusal(passport);
    if (refusal) return err(refusal);
    const { photo, address } = passport.soldAs;
    if (!photo || !address || !isLive(passport, todayInJapan(tx.clock.now()))) {
      return err('ap_passport.physical_card_issued_at.access_denied');
    }
    if (!passport.photoId) return err('ap_passport.photo.required');
    if (!passport.extMemberCode) return err('ap_passport.ext_member_code.required');
    if (!passport.confirmedIdAt) return err('ap_passport.confirmed_id_at.required');
    if (await isChangeHeld(tx, who, passport)) return err('auth.browser_too_new');
    await recordPassportChange(tx, who, passport, 'card_ordered');
    const changes = { physicalCardIssuedAt: tx.clock.now() };
    return ok({ ...access, passport: await changePassport(tx, passport.id, changes) });
  });
}

/** Why a passport cannot be changed at all; undefined if it can. */
function changeRefusal(passport: PassportRecord) {
  if (passport.canceledAt) return 'ap_passport.canceled_at.access_denied';
  if (passport.transferStatus === 'transferring')
    return 'ap_passport.transfer_status.access_denied';
  return passport.physicalCardIssuedAt
    ? 'ap_passport.physical_card_issued_at.access_denied'
    : undefined;
}
