import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import {
  findMemberByEmail,
  findMemberById,
  normalizeEmail,
  reloadMember,
} from '@portal/server-members/members';
import type { AnnouncedPassport } from '@portal/server-members/messages';
import { members } from '@portal/server-members/schema/members';
import {
  type DomainContext,
  transact,
  withTransaction,
} from '@portal/server-platform/database/database';
import { equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { fits, maskEmail, OFFER_MS, PERMISSION, todayInJapan } from '@portal/shared-contract';
import { and, isNull, lt } from 'drizzle-orm';
import {
  notifyMember,
  type PassportNotification,
  sendDummyNotification,
} from '../mails/notifications.ts';
import { giftFacts, mailMovedPassport, mailOffer } from '../mails/passport-mails.ts';
import {
  changePassport,
  findPassport,
  lockPassport,
  openTransferOf,
  type PassportAccess,
  withOwnPassport,
} from '../passport/access.ts';
import { maskMember, memberAsHolder, PROFILE_INCOMPLETE } from '../passport/holder.ts';
import { isLive, isPaid, type PassportRecord, type TransferRecord } from '../passport/passport.ts';
import { passports, passportTransfers } from '../schema/passports.ts';
import { holdOf } from './hold.ts';

type TransferNotificationKind = Exclude<
  Extract<PassportNotification, { readonly other: string }>['kind'],
  'gift_back'
>;
export type Who = {
  readonly memberId: string;
  readonly passportId: string;
  readonly sessionUid?: string | undefined;
  readonly device?: RequestDevice | undefined;
};

const MEMBER_CODE = /^\d{10}$/;

/** A receiver; `memberId` is null for an address without an account. `masked` is what the sender sees. */
export type Receiver = { readonly memberId: string | null; readonly masked: string };

/**
 * Finds the receiver by member code or email address. It does not tell whether an address has an
 * account: an offer to one without looks like any other.
 * @returns `ap_passport.user.not_found` for an unknown code, the sender's own, or anything else
 */
export async function findReceiver(
  context: DomainContext,
  senderId: string,
  username: string,
): Promise<Outcome<Receiver>> {
  if (MEMBER_CODE.test(username)) {
    const found = await findRow(context, members, { memberCode: username, closedAt: null });
    if (!found || found.id === senderId) return err('ap_passport.user.not_found');
    return ok({ memberId: found.id, masked: maskMember(found) });
  }
  const address = normalizeEmail(username);
  if (!address) return err('ap_passport.user.not_found');
  const found = await findMemberByEmail(context, address);
  if (found?.id === senderId) return err('ap_passport.user.not_found');
  // An unverified address may belong to somebody else.
  const reachable = found?.emailVerified && !found.closedAt;
  return ok({ memberId: reachable ? found.id : null, masked: maskEmail(address) });
}

export type GiftWords = Pick<TransferRecord, 'giverName' | 'message'>;
const NO_WORDS: GiftWords = { giverName: null, message: null };

/** none, rejected or accepted → transferring. */
export function startTransfer(
  context: AccountContext,
  who: Who,
  username: string,
  words = NO_WORDS,
): Promise<Outcome<PassportAccess>> {
  return withOwnPassport(context, who, async (tx, passport) => {
    const refusal = transferRefusal(passport, todayInJapan(tx.clock.now()));
    if (refusal) return err(refusal);
    const receiver = await findReceiver(tx, who.memberId, username);
    if (!receiver.ok) return receiver;

    const { memberId: receiverId, masked: receiverMasked } = receiver.value;
    const access = await offer(tx, who, passport, { ...words, receiverId, receiverMasked });
    await notifyBoth(tx, access.transfer, 'transfer_requested', 'transfer_offered');
    await mailOffer(tx, passport, access.transfer);
    return ok(access);
  });
}

/** Stores an offer of a locked passport, and mails its owner at once. */
export async function offer(
  tx: AccountContext,
  { memberId: senderId, sessionUid, device }: Who,
  passport: PassportRecord,
  to: Pick<
    typeof passportTransfers.$inferInsert,
    'receiverId' | 'receiverMasked' | 'linkHash' | 'onlyEmail' | 'giverName' | 'message'
  >,
): Promise<PassportAccess & { readonly transfer: TransferRecord }> {
  const heldUntil = await holdOf(tx, await reloadMember(tx, senderId), sessionUid);
  const [transfer] = await tx.db
    .insert(passportTransfers)
    .values({ ...to, passportId: passport.id, senderId, heldUntil, requestedAt: tx.clock.now() })
    .returning();
  if (!transfer) throw new Error('An insert answered no row');
  const changed = await changePassport(tx, passport.id, {
    transferStatus: 'transferring',
    codeVersion: passport.codeVersion + 1,
  });
  await tellGiver(tx, 'passport_offered', passport, transfer, device);
  return { passport: changed, role: 'owner', transfer };
}

/** Why a passport cannot be offered; undefined if it can. */
export function transferRefusal(passport: PassportRecord, today: string) {
  if (passport.extPermission === PERMISSION.staff) return 'ap_passport.user.access_denied';
  if (passport.canceledAt) return 'ap_passport.canceled_at.access_denied';
  if (passport.transferStatus === 'transferring' || !isPaid(passport) || !isLive(passport, today)) {
    return 'ap_passport.transfer_status.access_denied';
  }
  // An issued card and a confirmed identity bind the passport to its holder.
  if (passport.physicalCardIssuedAt) return 'ap_passport.physical_card_issued_at.access_denied';
  return passport.confirmedIdAt ? 'ap_passport.confirmed_id_at.access_denied' : undefined;
}

/** transferring → accepted: the passport is the receiver's at once, with new codes. */
export function acceptTransfer(
  context: AccountContext,
  who: Who,
): Promise<Outcome<PassportAccess>> {
  return withOpenTransfer(context, who, 'receiver', (tx, passport, transfer) =>
    handOver(tx, who, passport, transfer),
  );
}

/**
 * Makes the receiver the owner of a locked passport, and mails both sides. What the giver
 * had is kept, to be given back.
 */
export async function handOver(
  tx: AccountContext,
  { memberId: receiverId, device }: Pick<Who, 'memberId' | 'device'>,
  passport: PassportRecord,
  transfer: TransferRecord,
): Promise<Outcome<PassportAccess>> {
  const receiver = await findMemberById(tx, receiverId);
  if (!receiver) return err('auth.unauthorized');
  if (transfer.heldUntil && transfer.heldUntil > tx.clock.now()) {
    return err('ap_passport.held_until.access_denied');
  }
  const holder = memberAsHolder(receiver, passport.soldAs);
  if (!holder) return err('request.invalid', PROFILE_INCOMPLETE);
  const { holderKind, holderLastName, holderFirstName, holderDateOfBirth, soldAs } = passport;
  // Asked here alone: an earlier refusal would tell the giver about the receiver's age.
  const born = holderKind === 'child' ? null : holder.holderDateOfBirth;
  if (born && !fits(soldAs, born, passport.usageStartDate)) {
    return err('ap_passport.age.access_denied');
  }
  await decide(tx, transfer, 'accepted', {
    // What was bought for somebody becomes, if it comes back, the giver's own.
    before:
      holderKind === 'adult'
        ? null
        : { holderKind, holderLastName, holderFirstName, holderDateOfBirth },
    beforePhotoId: passport.photoId,
  });
  const changed = await changePassport(tx, passport.id, {
    // A child's passport stays the child's.
    ...(holderKind !== 'child' && { ...holder, photoId: null, invitedEmail: null }),
    ownerId: receiverId,
    transferStatus: 'accepted',
    codeVersion: passport.codeVersion + 1,
  });
  await notifyBoth(tx, transfer, 'transfer_accepted', 'transfer_received');
  await tellGiver(tx, 'passport_given', passport, transfer);
  const other = maskMember(await reloadMember(tx, transfer.senderId));
  await mailMovedPassport(tx, receiver, { how: 'received', passport: changed, other, device });
  return ok({ passport: changed, role: 'owner', transfer: undefined });
}

/** transferring → rejected: the passport stays the sender's. */
export function rejectTransfer(
  context: AccountContext,
  who: Who,
): Promise<Outcome<PassportAccess>> {
  return withOpenTransfer(context, who, 'receiver', (tx, _passport, transfer) =>
    leaveWithSender(tx, transfer),
  );
}

/** Ends the offer of a locked passport that its receiver does not want. */
export async function leaveWithSender(
  tx: DomainContext,
  transfer: TransferRecord,
): Promise<Outcome<PassportAccess>> {
  const changed = await endOffer(tx, transfer, 'rejected');
  await notifyBoth(tx, transfer, 'transfer_rejected', 'transfer_refused');
  return ok({ passport: changed, role: 'receiver', transfer: undefined });
}

/** transferring → none. */
export function withdrawTransfer(
  context: AccountContext,
  who: Who,
): Promise<Outcome<PassportAccess>> {
  return withOpenTransfer(context, who, 'owner', async (tx, _passport, transfer) => {
    const changed = await withdraw(tx, transfer);
    return ok({ passport: changed, role: 'owner', transfer: undefined });
  });
}

async function withdraw(tx: DomainContext, transfer: TransferRecord): Promise<PassportRecord> {
  const { passportId, senderId } = transfer;
  const changed = await endOffer(tx, transfer, 'withdrawn');
  if (isUnansweredLink(transfer)) {
    await notifyMember(tx, senderId, passportId, { kind: 'link_withdrawn' });
  } else {
    await notifyBoth(tx, transfer, 'transfer_withdrawn', 'transfer_taken_back');
  }
  return changed;
}

/** Withdraws the open offer of a locked passport, if there is one. */
export async function endOpenOffer(tx: DomainContext, passportId: string): Promise<void> {
  const transfer = await openTransferOf(tx, passportId);
  if (transfer) await withdraw(tx, transfer);
}

/** Declines every offer to a member who closes the account. */
export async function declineAllOffers(tx: DomainContext, memberId: string): Promise<void> {
  const offers = await tx.db
    .select({ passportId: passportTransfers.passportId })
    .from(passportTransfers)
    .where(equals(passportTransfers, { outcome: null, receiverId: memberId }))
    .orderBy(passportTransfers.passportId);
  for (const { passportId } of offers) {
    const transfer = await lockOffer(tx, passportId);
    if (transfer?.receiverId !== memberId) continue;
    await endOffer(tx, transfer, 'rejected');
    const other = transfer.receiverMasked ?? '';
    await notifyMember(tx, transfer.senderId, passportId, { kind: 'transfer_rejected', other });
  }
}

/**
 * Ends the offers that were not answered in time.
 * @param before when the oldest that stays open was made
 * @returns how many
 */
export async function endLapsedOffers(
  context: DomainContext,
  before = new Date(context.clock.now().getTime() - OFFER_MS),
): Promise<number> {
  const lapsed = await context.db
    .select({ passportId: passportTransfers.passportId })
    .from(passportTransfers)
    .where(and(isNull(passportTransfers.outcome), lt(passportTransfers.requestedAt, before)));
  for (const { passportId } of lapsed) {
    await transact(context, async (tx) => {
      const transfer = await lockOffer(tx, passportId);
      if (!transfer || transfer.requestedAt >= before) return;
      await endOffer(tx, transfer, 'withdrawn');
      if (isUnansweredLink(transfer)) {
        await notifyMember(tx, transfer.senderId, passportId, { kind: 'link_lapsed' });
      } else {
        await notifyBoth(tx, transfer, 'transfer_lapsed', 'transfer_lapsed');
      }
    });
  }
  return lapsed.length;
}

/**
 * Runs the owner's or the receiver's step of an open transfer with the passport locked. If it was
 * already answered, withdrawn or has lapsed, it answers `ap_passport.transfer_status.access_denied`.
 */
function withOpenTransfer(
  context: AccountContext,
  { memberId, passportId }: Who,
  role: PassportAccess['role'],
  work: (
    tx: AccountContext,
    passport: PassportRecord,
    transfer: TransferRecord,
  ) => Promise<Outcome<PassportAccess>>,
): Promise<Outcome<PassportAccess>> {
  return withTransaction(context, async (tx) => {
    if (!(await lockPassport(tx, memberId, passportId))) return err('auth.unauthorized');
    const found = await findPassport(tx, memberId, passportId);
    if (!found.ok) {
      const ended = found.error === 'ap_passport.user.access_denied';
      return ended ? err('ap_passport.transfer_status.access_denied') : found;
    }
    const { passport, transfer } = found.value;
    if (transfer?.outcome !== null) return err('ap_passport.transfer_status.access_denied');
    if (found.value.role !== role) return err('ap_passport.user.access_denied');
    return work(tx, passport, transfer);
  });
}

/** Whether the offer is by a link that nobody has answered: there is no receiver to notify. */
const isUnansweredLink = ({ receiverMasked }: TransferRecord): boolean => receiverMasked === null;

export async function lockOffer(
  tx: DomainContext,
  passportId: string,
): Promise<TransferRecord | undefined> {
  await findRow(tx, passports, { id: passportId }, 'update');
  return openTransferOf(tx, passportId);
}

async function endOffer(
  tx: DomainContext,
  transfer: TransferRecord,
  outcome: 'rejected' | 'withdrawn',
): Promise<PassportRecord> {
  // Nobody reads the words any more.
  await decide(tx, transfer, outcome, NO_WORDS);
  const transferStatus = outcome === 'rejected' ? 'rejected' : null;
  return changePassport(tx, transfer.passportId, { transferStatus });
}

async function decide(
  tx: DomainContext,
  { id }: TransferRecord,
  outcome: NonNullable<TransferRecord['outcome']>,
  changes: Partial<Pick<TransferRecord, 'before' | 'beforePhotoId' | keyof GiftWords>>,
): Promise<void> {
  const decided = { ...changes, outcome, decidedAt: tx.clock.now(), onlyEmail: null };
  await updateRows(tx, passportTransfers, { id }, decided);
}

/** Notifies both sides. An offer to nobody costs the same time. */
async function notifyBoth(
  tx: DomainContext,
  { passportId, senderId, receiverId, receiverMasked }: TransferRecord,
  sender: TransferNotificationKind,
  receiver: TransferNotificationKind,
): Promise<void> {
  await notifyMember(tx, senderId, passportId, { kind: sender, other: receiverMasked ?? '' });
  const other = maskMember(await reloadMember(tx, senderId));
  const notice: PassportNotification = { kind: receiver, other };
  if (receiverId) await notifyMember(tx, receiverId, passportId, notice);
  else await sendDummyNotification(tx, notice);
}

function tellGiver(
  tx: AccountContext,
  notice: Exclude<AnnouncedPassport, { readonly gift?: undefined }>['notice'],
  passport: PassportRecord,
  transfer: TransferRecord,
  device?: RequestDevice,
): Promise<void> {
  const { id: transferId, senderId: memberId } = transfer;
  const gift = giftFacts(passport, transfer);
  return tx.announcePassport(tx, { notice, memberId, transferId, gift, device });
}
