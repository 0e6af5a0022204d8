import { maskEmail, OFFER_MS, PERMISSION, todayInJapan } from '@portal/shared-contract';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { inTransaction } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';
import { passports, passportTransfers } from '../../db/schema/passports.ts';
import { err, type Outcome, ok } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import type { DomainContext } from '../context.ts';
import { findMemberByEmail, findMemberById, normalizeEmail } from '../members.ts';
import { withTransaction } from '../with-transaction.ts';
import {
  changePassport,
  findPassport,
  openTransferOf,
  type PassportAccess,
  withLockedPassport,
} from './access.ts';
import { lockMemberShared, memberAsHolder, PROFILE_INCOMPLETE } from './holder.ts';
import { maskMember } from './mask-name.ts';
import type { PassportNotification } from './notification-texts.ts';
import { notifyMember, sendDummyNotification } from './notifications.ts';
import { isLive, isPaid, type PassportRecord, type TransferRecord } from './passport.ts';
import { mailOffer } from './passport-mails.ts';

type TransferNotificationKind = Extract<PassportNotification, { readonly other: string }>['kind'];
type Who = { readonly memberId: string; readonly passportId: string };

const MEMBER_CODE = /^\d{10}$/;

/** A receiver; `memberId` is null for an address without an account. `masked` is what the sender sees. */
export type Receiver = { readonly memberId: string | null; readonly masked: string };

/**
 * Finds the receiver by member code or e-mail address. It does not tell whether an address has an
 * account: an offer to one without looks like any other (product §14.24).
 * @returns `ap_passport.user.not_found` for an unknown code, the sender's own, or anything else
 */
export async function findReceiver(
  context: DomainContext,
  senderId: string,
  username: string,
): Promise<Outcome<Receiver>> {
  if (MEMBER_CODE.test(username)) {
    const [found] = await context.db
      .select()
      .from(members)
      .where(and(eq(members.memberCode, username), isNull(members.cancelledAt)));
    if (!found || found.id === senderId) return err('ap_passport.user.not_found');
    return ok({ memberId: found.id, masked: maskMember(found) });
  }
  const address = normalizeEmail(username);
  if (!address) return err('ap_passport.user.not_found');
  const found = await findMemberByEmail(context, address);
  if (found?.id === senderId) return err('ap_passport.user.not_found');
  // An unverified address may belong to somebody else.
  const reachable = found?.emailVerified && !found.cancelledAt;
  return ok({ memberId: reachable ? found.id : null, masked: maskEmail(address) });
}

/** none, rejected or accepted → transferring (product §4.25). */
export function startTransfer(
  context: AccountContext,
  who: Who,
  username: string,
): Promise<Outcome<PassportAccess>> {
  return withLockedPassport(context, { ...who, role: 'owner' }, async (tx, { passport, role }) => {
    const refusal = transferRefusal(passport, todayInJapan(tx.clock.now()));
    if (refusal) return err(refusal);
    const receiver = await findReceiver(tx, who.memberId, username);
    if (!receiver.ok) return receiver;

    const now = tx.clock.now();
    const [transfer] = await tx.db
      .insert(passportTransfers)
      .values({
        passportId: passport.id,
        senderId: who.memberId,
        receiverId: receiver.value.memberId,
        receiverMasked: receiver.value.masked,
        requestedAt: now,
      })
      .returning();
    if (!transfer) throw new Error('An insert answered no row');
    const changed = await changePassport(tx, passport.id, {
      transferStatus: 'transferring',
      codeVersion: passport.codeVersion + 1,
    });
    await notifyBoth(tx, passport.id, transfer, 'transfer_requested', 'transfer_offered');
    await mailOffer(tx, transfer);
    return ok({ passport: changed, role, transfer });
  });
}

/** Why a passport cannot be offered (product §14.25); undefined if it can. */
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

/** transferring → accepted: the passport is the receiver's at once, with new codes (product §4.26). */
export function acceptTransfer(context: DomainContext, who: Who): Promise<Outcome<PassportAccess>> {
  return withOpenTransfer(context, who, 'receiver', (tx, passport, transfer) =>
    handOver(tx, who.memberId, passport, transfer),
  );
}

/** Makes the receiver the owner of a locked passport. */
export async function handOver(
  tx: DomainContext,
  receiverId: string,
  passport: PassportRecord,
  transfer: TransferRecord,
): Promise<Outcome<PassportAccess>> {
  const receiver = await lockMemberShared(tx, receiverId);
  if (!receiver) return err('auth.unauthorized');
  const holder = memberAsHolder(receiver);
  if (!holder) return err('request.invalid', PROFILE_INCOMPLETE);
  await decide(tx, transfer, 'accepted');
  const changed = await changePassport(tx, passport.id, {
    // A child's passport stays the child's (product §14.27).
    ...(passport.holderKind === 'member' && { ...holder, photoId: null }),
    ownerId: receiverId,
    transferStatus: 'accepted',
    codeVersion: passport.codeVersion + 1,
  });
  await notifyBoth(tx, passport.id, transfer, 'transfer_accepted', 'transfer_received');
  return ok({ passport: changed, role: 'owner', transfer: undefined });
}

/** transferring → rejected: the passport stays the sender's (product §4.27). */
export function rejectTransfer(context: DomainContext, who: Who): Promise<Outcome<PassportAccess>> {
  return withOpenTransfer(context, who, 'receiver', leaveWithSender);
}

/** Ends the offer of a locked passport that its receiver does not want. */
export async function leaveWithSender(
  tx: DomainContext,
  passport: PassportRecord,
  transfer: TransferRecord,
): Promise<Outcome<PassportAccess>> {
  const changed = await endOffer(tx, passport.id, transfer, 'rejected');
  await notifyBoth(tx, passport.id, transfer, 'transfer_rejected', 'transfer_refused');
  return ok({ passport: changed, role: 'receiver', transfer: undefined });
}

/** transferring → none (product §4.28). */
export function withdrawTransfer(
  context: DomainContext,
  who: Who,
): Promise<Outcome<PassportAccess>> {
  return withOpenTransfer(context, who, 'owner', async (tx, passport, transfer) => {
    const changed = await endOffer(tx, passport.id, transfer, 'withdrawn');
    if (isUnansweredLink(transfer)) {
      await notifyMember(tx, who.memberId, passport.id, { kind: 'link_withdrawn' });
    } else {
      await notifyBoth(tx, passport.id, transfer, 'transfer_withdrawn', 'transfer_taken_back');
    }
    return ok({ passport: changed, role: 'owner', transfer: undefined });
  });
}

/** Declines every offer to a member who closes the account (product §12.35). */
export async function declineAllOffers(tx: DomainContext, memberId: string): Promise<void> {
  const offers = await tx.db
    .select({ passportId: passportTransfers.passportId })
    .from(passportTransfers)
    .where(and(isNull(passportTransfers.outcome), eq(passportTransfers.receiverId, memberId)));
  for (const { passportId } of offers) {
    const transfer = await lockOffer(tx, passportId);
    if (transfer?.receiverId !== memberId) continue;
    await endOffer(tx, passportId, transfer, 'rejected');
    const other = transfer.receiverMasked ?? '';
    await notifyMember(tx, transfer.senderId, passportId, { kind: 'transfer_rejected', other });
  }
}

/** Ends the offers that were not answered in time (product §14.30). */
export async function endLapsedOffers(context: DomainContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - OFFER_MS);
  const lapsed = await context.db
    .select({ passportId: passportTransfers.passportId })
    .from(passportTransfers)
    .where(and(isNull(passportTransfers.outcome), lt(passportTransfers.requestedAt, before)));
  for (const { passportId } of lapsed) {
    await inTransaction(context.db, async (db) => {
      const tx = { ...context, db };
      const transfer = await lockOffer(tx, passportId);
      if (!transfer || transfer.requestedAt >= before) return;
      await endOffer(tx, passportId, transfer, 'withdrawn');
      if (isUnansweredLink(transfer)) {
        await notifyMember(tx, transfer.senderId, passportId, { kind: 'link_lapsed' });
      } else {
        await notifyBoth(tx, passportId, transfer, 'transfer_lapsed', 'transfer_lapsed');
      }
    });
  }
}

/**
 * Runs the owner's or the receiver's step of an open transfer with the passport locked. If it was
 * already answered, withdrawn or has lapsed, it answers `ap_passport.transfer_status.access_denied`
 * (product §14.28).
 */
function withOpenTransfer(
  context: DomainContext,
  { memberId, passportId }: Who,
  role: PassportAccess['role'],
  work: (
    tx: DomainContext,
    passport: PassportRecord,
    transfer: TransferRecord,
  ) => Promise<Outcome<PassportAccess>>,
): Promise<Outcome<PassportAccess>> {
  return withTransaction(context, async (tx) => {
    const found = await findPassport(tx, memberId, passportId, { lock: true });
    if (!found.ok) {
      const ended = found.error === 'ap_passport.user.access_denied';
      return ended ? err('ap_passport.transfer_status.access_denied') : found;
    }
    const { passport, transfer } = found.value;
    if (!transfer) return err('ap_passport.transfer_status.access_denied');
    if (found.value.role !== role) return err('ap_passport.user.access_denied');
    return work(tx, passport, transfer);
  });
}

/** Whether the offer is by a link that nobody has answered: there is no receiver to notify. */
const isUnansweredLink = ({ receiverMasked }: TransferRecord): boolean => receiverMasked === null;

/** Locks the passport and answers its open transfer. */
export async function lockOffer(
  tx: DomainContext,
  passportId: string,
): Promise<TransferRecord | undefined> {
  await tx.db.select().from(passports).where(eq(passports.id, passportId)).for('update');
  const [transfer] = await tx.db.select().from(passportTransfers).where(openTransferOf(passportId));
  return transfer;
}

/** Ends an offer without a new owner. */
async function endOffer(
  tx: DomainContext,
  passportId: string,
  transfer: TransferRecord,
  outcome: 'rejected' | 'withdrawn',
): Promise<PassportRecord> {
  await decide(tx, transfer, outcome);
  return changePassport(tx, passportId, {
    transferStatus: outcome === 'rejected' ? 'rejected' : null,
  });
}

async function decide(
  { db, clock }: DomainContext,
  transfer: TransferRecord,
  outcome: NonNullable<TransferRecord['outcome']>,
): Promise<void> {
  await db
    .update(passportTransfers)
    .set({ outcome, decidedAt: clock.now() })
    .where(eq(passportTransfers.id, transfer.id));
}

/** Notifies both sides (product §14.29). An offer to nobody costs the same time. */
async function notifyBoth(
  tx: DomainContext,
  passportId: string,
  transfer: TransferRecord,
  sender: TransferNotificationKind,
  receiver: TransferNotificationKind,
): Promise<void> {
  const { senderId, receiverId, receiverMasked } = transfer;
  const other = receiverMasked ?? '';
  await notifyMember(tx, senderId, passportId, { kind: sender, other });
  const from = await findMemberById(tx, senderId);
  if (!from) throw new Error('The sender of an open transfer no longer exists');
  const notice: PassportNotification = { kind: receiver, other: maskMember(from) };
  if (receiverId) await notifyMember(tx, receiverId, passportId, notice);
  else await sendDummyNotification(tx, notice);
}
