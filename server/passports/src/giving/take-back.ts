import type { AccountContext } from '@portal/server-members/account-context';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import type { CameBack } from '@portal/server-members/messages';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import { equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { and, asc, eq, gt, gte, isNull, or } from 'drizzle-orm';
import { notifyMember } from '../mails/notifications.ts';
import { mailMovedPassport } from '../mails/passport-mails.ts';
import {
  canBeTakenBack,
  changePassport,
  drawMemberCode,
  findPassport,
  isGiven,
  lockPassport,
  lockPassports,
  type PassportAccess,
  transfersOf,
} from '../passport/access.ts';
import { maskMember, memberAsHolder } from '../passport/holder.ts';
import { type PassportRecord, type TransferRecord, waitsForCash } from '../passport/passport.ts';
import { type Use, usesSince } from '../passport/turnstile-uses.ts';
import { passports, passportTransfers } from '../schema/passports.ts';
import { undoPassportChanges } from './recorded-changes.ts';
import { endOpenOffer } from './transfer.ts';

/** Takes a passport back that the member gave away in the last 72 hours, wherever it has gone since. */
export function takeBack(
  context: AccountContext,
  { memberId, passportId }: { readonly memberId: string; readonly passportId: string },
): Promise<Outcome<PassportAccess>> {
  return withTransaction(context, async (tx) => {
    if (!(await lockPassport(tx, memberId, passportId))) return err('auth.unauthorized');
    const found = await findPassport(tx, memberId, passportId);
    if (!found.ok) return found;
    const { passport } = found.value;
    const isOwn = passport.ownerId === memberId;
    const gift = isOwn ? undefined : await lastGift(tx, passportId, memberId);
    if (!gift || !canBeTakenBack(gift, tx.clock.now())) {
      return err('ap_passport.transfer_status.access_denied');
    }
    const back = await giveBack(tx, passport, gift, 'taken_back');
    if (!back) return err('ap_passport.canceled_at.access_denied');
    return ok({ passport: back, role: 'owner', transfer: undefined });
  });
}

/** The last time that a member gave a passport, which may be offered to them again by now. */
const lastGift = async (tx: DomainContext, passportId: string, memberId: string) =>
  (await transfersOf(tx, passportId)).find((one) => one.senderId === memberId && isGiven(one));

/**
 * Takes back what has left a member since a moment: withdraws open offers, and takes back gifts that were
 * accepted in the last 72 hours and changes of the member's passports. Call it with the member's row locked.
 * @param alsoTransferId a gift that was offered before, and whose message has the link that is used
 * @returns how many passports are the member's again, or to use again, and where they were used meanwhile
 */
export async function takeBackSince(
  tx: AccountContext,
  memberId: string,
  since: Date,
  alsoTransferId: string | null = null,
): Promise<CameBack> {
  const { senderId, outcome, undoneAt, requestedAt, passportId, id } = passportTransfers;
  const left = await tx.db
    .select({ id, passportId })
    .from(passportTransfers)
    .where(
      and(
        eq(senderId, memberId),
        isNull(undoneAt),
        or(isNull(outcome), eq(outcome, 'accepted')),
        or(gte(requestedAt, since), alsoTransferId ? eq(id, alsoTransferId) : undefined),
      ),
    )
    // The earliest first: what was given later goes back with it.
    .orderBy(asc(passportId), asc(requestedAt));
  let back = 0;
  const uses: Use[] = [];
  for (const gift of left) {
    const [passport] = await lockPassports(tx, eq(passports.id, gift.passportId));
    const transfer = await findRow(tx, passportTransfers, { id: gift.id });
    if (!passport || !transfer) continue;
    if (transfer.outcome === null) {
      await endOpenOffer(tx, passport.id);
      back += 1;
    } else if (canBeTakenBack(transfer, tx.clock.now())) {
      const before = transfer.decidedAt ?? transfer.requestedAt;
      uses.push(...(await usesSince(tx, passport.id, before)));
      if (await giveBack(tx, passport, transfer, 'taken_back')) back += 1;
    }
  }
  const changed = await undoPassportChanges(tx, memberId, since);
  return { passports: back + changed.passports, uses: [...uses, ...changed.uses] };
}

/**
 * Returns a gift that its owner does not want: to the last giver whose account is open, or else to whoever
 * has paid for it, who can keep it or cancel it and be paid back.
 * @returns undefined if there is nobody to have it
 */
export async function returnGift(
  tx: AccountContext,
  passport: PassportRecord,
): Promise<PassportRecord | undefined> {
  for (const gift of (await transfersOf(tx, passport.id)).filter(isGiven)) {
    const giver = await findMemberById(tx, gift.senderId);
    if (giver && !giver.closedAt && giver.id !== passport.ownerId) {
      return giveBack(tx, passport, gift, 'returned');
    }
  }
  const payer = passport.purchaserId && (await findMemberById(tx, passport.purchaserId));
  if (!payer || payer.closedAt) return undefined;
  // The gift is gone with the account of somebody in between.
  const owner = await findMemberById(tx, passport.ownerId);
  const back = await changePassport(tx, passport.id, {
    ...(passport.holderKind === 'member' && memberAsHolder(payer, passport.soldAs)),
    ...(await atItsGiver(tx, passport)),
    ownerId: payer.id,
    photoId: null,
  });
  const other = owner ? maskMember(owner) : '';
  await notifyMember(tx, payer.id, passport.id, { kind: 'gift_returned', other });
  await mailMovedPassport(tx, payer, { how: 'returned', passport: back, other });
  return back;
}

/**
 * Makes the giver of a gift its owner again, with holder and photo as before, and every code and grant of
 * anybody else void. All gifts of the passport since are undone with it. The passport is locked.
 * @returns undefined for a passport whose payer has cancelled it: the money is on its way to the payer
 */
async function giveBack(
  tx: AccountContext,
  passport: PassportRecord,
  gift: TransferRecord,
  how: 'taken_back' | 'returned',
): Promise<PassportRecord | undefined> {
  const held = await undoGifts(tx, gift);
  const { senderId } = gift;
  if (passport.ownerId === senderId) return passport;
  const isRevived = waitsForCash(passport);
  if (passport.canceledAt && !isRevived) {
    await notifyMember(tx, senderId, passport.id, { kind: 'gift_was_canceled' });
    return undefined;
  }
  const giver = await findMemberById(tx, senderId);
  const owner = await findMemberById(tx, passport.ownerId);
  if (!giver || !owner) throw new Error('A side of a gift no longer exists');
  await endOpenOffer(tx, passport.id);
  const asGiver =
    gift.before ?? (passport.holderKind === 'member' ? memberAsHolder(giver, passport.soldAs) : {});
  const back = await changePassport(tx, passport.id, {
    ...asGiver,
    ...(await atItsGiver(tx, passport)),
    ...(isRevived && { canceledAt: null, paymentStatus: 'paid' }),
    ownerId: senderId,
    photoId: gift.beforePhotoId,
  });
  const uses = await usesSince(tx, passport.id, gift.decidedAt ?? gift.requestedAt);
  await tellSides(tx, back, { giver, owner, held, how, uses });
  return back;
}

/** What a receiver has added goes: the confirmed identity, and the card with its number. */
async function atItsGiver(tx: DomainContext, passport: PassportRecord) {
  return {
    transferStatus: null,
    codeVersion: passport.codeVersion + 1,
    confirmedIdAt: null,
    physicalCardIssuedAt: null,
    ...(passport.physicalCardIssuedAt && { extMemberCode: await drawMemberCode(tx) }),
  };
}

/** @returns whoever has had the passport by this gift and those after it */
async function undoGifts(tx: DomainContext, gift: TransferRecord): Promise<string[]> {
  const { passportId } = gift;
  const counting = equals(passportTransfers, { passportId, outcome: 'accepted', undoneAt: null });
  const { id, requestedAt } = passportTransfers;
  const which = and(counting, or(eq(id, gift.id), gt(requestedAt, gift.requestedAt)));
  const undone = await updateRows(tx, passportTransfers, which, { undoneAt: tx.clock.now() });
  return undone.flatMap(({ receiverId }) => receiverId ?? []);
}

type Sides = {
  readonly giver: MemberRecord;
  readonly owner: MemberRecord;
  readonly held: readonly string[];
  readonly how: 'taken_back' | 'returned';
  readonly uses: readonly Use[];
};

async function tellSides(
  tx: AccountContext,
  passport: PassportRecord,
  { giver, owner, held, how, uses }: Sides,
): Promise<void> {
  const from = maskMember(giver);
  const other = maskMember(owner);
  if (how === 'returned') {
    await notifyMember(tx, giver.id, passport.id, { kind: 'gift_returned', other });
    await mailMovedPassport(tx, giver, { how, passport, other });
  } else {
    await notifyMember(tx, giver.id, passport.id, { kind: 'gift_back', other, uses });
  }
  for (const id of new Set(held)) {
    if (id === giver.id) continue;
    const isOwner = id === owner.id;
    const told = how === 'returned' && isOwner ? 'gift_given_back' : 'gift_taken_back';
    await notifyMember(tx, id, passport.id, { kind: told, other: from });
    const member = await findMemberById(tx, id);
    if (member && told === 'gift_taken_back') {
      await mailMovedPassport(tx, member, { how: 'taken_back', passport, other: from });
    }
  }
}
