import { maskEmail, PERMISSION, todayInJapan } from '@portal/shared-contract';
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { inTransaction } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';
import { passports, passportTransfers } from '../../db/schema/passes.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { findMemberByEmail, findMemberById, normalizeEmail } from '../members.ts';
import { changePass, findPass, onPass, openTransferOf, type SeenPass } from './access.ts';
import { holdMember, memberAsHolder, PROFILE_INCOMPLETE } from './holder.ts';
import { maskedMember } from './masked-name.ts';
import { type PassNotice, tellMember, tellNobody } from './notices.ts';
import { isLive, isPaid, type PassRecord, type TransferRecord } from './pass.ts';

type TransferNotice = Extract<PassNotice, { readonly other: string }>['kind'];
type Who = { readonly memberId: string; readonly passId: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** An offer that nobody answers ends by itself, and the pass can be used again. */
const OFFER_MS = 14 * DAY_MS;
const MEMBER_CODE = /^\d{10}$/;

/** To whom a pass can be offered, and what the sender sees of them. */
export type Receiver = { readonly memberId: string | null; readonly masked: string };

/**
 * The member of a code, or whoever has an address. That an address has no account is not told: such an
 * offer looks like any other, and ends when it is taken back or lapses.
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
    if (!found || found.id === senderId) return refused('ap_passport.user.not_found');
    return done({ memberId: found.id, masked: maskedMember(found) });
  }
  const address = normalizeEmail(username);
  if (!address) return refused('ap_passport.user.not_found');
  const found = await findMemberByEmail(context, address);
  if (found?.id === senderId) return refused('ap_passport.user.not_found');
  // An address that nobody has proven may be anyone's.
  const reachable = found?.emailVerified && !found.cancelledAt;
  return done({ memberId: reachable ? found.id : null, masked: maskEmail(address) });
}

/** none, rejected, accepted → transferring. */
export function startTransfer(
  context: DomainContext,
  who: Who,
  username: string,
): Promise<Outcome<SeenPass>> {
  return onPass(context, { ...who, role: 'owner' }, async (tx, { pass, role }) => {
    const refusal = mayTransfer(pass, todayInJapan(tx.clock.now()));
    if (refusal) return refused(refusal);
    const receiver = await findReceiver(tx, who.memberId, username);
    if (!receiver.ok) return receiver;

    const now = tx.clock.now();
    const [transfer] = await tx.db
      .insert(passportTransfers)
      .values({
        passportId: pass.id,
        senderId: who.memberId,
        receiverId: receiver.value.memberId,
        receiverMasked: receiver.value.masked,
        requestedAt: now,
      })
      .returning();
    if (!transfer) throw new Error('An insert answered no row');
    const changed = await changePass(tx, pass.id, {
      transferStatus: 'transferring',
      codeVersion: pass.codeVersion + 1,
    });
    await tellBoth(tx, pass.id, transfer, 'transfer_requested', 'transfer_offered');
    return done({ pass: changed, role, transfer });
  });
}

function mayTransfer(pass: PassRecord, today: string) {
  if (pass.extPermission === PERMISSION.staff) return 'ap_passport.user.access_denied';
  if (pass.canceledAt) return 'ap_passport.canceled_at.access_denied';
  if (pass.transferStatus === 'transferring' || !isPaid(pass) || !isLive(pass, today)) {
    return 'ap_passport.transfer_status.access_denied';
  }
  // Both bind the pass to the person who stood at the counter.
  if (pass.physicalCardIssuedAt) return 'ap_passport.physical_card_issued_at.access_denied';
  return pass.confirmedIdAt ? 'ap_passport.confirmed_id_at.access_denied' : undefined;
}

/** transferring → accepted: the pass is the receiver's at once, with new codes. */
export function acceptTransfer(context: DomainContext, who: Who): Promise<Outcome<SeenPass>> {
  return onTransfer(context, who, 'receiver', async (tx, pass, transfer) => {
    const receiver = await holdMember(tx, who.memberId);
    if (!receiver) return refused('auth.unauthorized');
    const holder = memberAsHolder(receiver);
    if (!holder) return refused('request.invalid', PROFILE_INCOMPLETE);
    await decide(tx, transfer, 'accepted');
    const changed = await changePass(tx, pass.id, {
      // A child's pass stays the child's.
      ...(pass.holderKind === 'member' && { ...holder, photoId: null }),
      ownerId: who.memberId,
      transferStatus: 'accepted',
      codeVersion: pass.codeVersion + 1,
    });
    await tellBoth(tx, pass.id, transfer, 'transfer_accepted', 'transfer_received');
    return done({ pass: changed, role: 'owner', transfer: undefined });
  });
}

/** transferring → rejected: it stays the sender's, and is none of the receiver's business any more. */
export function rejectTransfer(context: DomainContext, who: Who): Promise<Outcome<SeenPass>> {
  return onTransfer(context, who, 'receiver', async (tx, pass, transfer) => {
    const changed = await endOffer(tx, pass.id, transfer, 'rejected');
    await tellBoth(tx, pass.id, transfer, 'transfer_rejected', 'transfer_refused');
    return done({ pass: changed, role: 'receiver', transfer: undefined });
  });
}

/** transferring → none. */
export function withdrawTransfer(context: DomainContext, who: Who): Promise<Outcome<SeenPass>> {
  return onTransfer(context, who, 'owner', async (tx, pass, transfer) => {
    const changed = await endOffer(tx, pass.id, transfer, 'withdrawn');
    await tellBoth(tx, pass.id, transfer, 'transfer_withdrawn', 'transfer_taken_back');
    return done({ pass: changed, role: 'owner', transfer: undefined });
  });
}

/** A member who leaves takes nothing: what is offered to them goes back to its owners. */
export async function refuseAllOffers(tx: DomainContext, memberId: string): Promise<void> {
  const offers = await tx.db
    .select({ passportId: passportTransfers.passportId })
    .from(passportTransfers)
    .where(and(isNull(passportTransfers.outcome), eq(passportTransfers.receiverId, memberId)));
  for (const { passportId } of offers) {
    const transfer = await lockOffer(tx, passportId);
    if (transfer?.receiverId !== memberId) continue;
    await endOffer(tx, passportId, transfer, 'rejected');
    const other = transfer.receiverMasked;
    await tellMember(tx, transfer.senderId, passportId, { kind: 'transfer_rejected', other });
  }
}

/** Ends the offers that nobody has answered in time. */
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
      await tellBoth(tx, passportId, transfer, 'transfer_lapsed', 'transfer_lapsed');
    });
  }
}

/**
 * Runs the owner's or the receiver's part of a transfer that is under way, with the pass locked.
 * Whoever comes too late (it was answered, taken back or has lapsed) is told so.
 */
function onTransfer(
  context: DomainContext,
  { memberId, passId }: Who,
  role: SeenPass['role'],
  work: (
    tx: DomainContext,
    pass: PassRecord,
    transfer: TransferRecord,
  ) => Promise<Outcome<SeenPass>>,
): Promise<Outcome<SeenPass>> {
  return allOrNothing(context, async (tx) => {
    const found = await findPass(tx, memberId, passId, { lock: true });
    if (!found.ok) {
      const tooLate = found.error === 'ap_passport.user.access_denied';
      return tooLate ? refused('ap_passport.transfer_status.access_denied') : found;
    }
    const { pass, transfer } = found.value;
    if (!transfer) return refused('ap_passport.transfer_status.access_denied');
    if (found.value.role !== role) return refused('ap_passport.user.access_denied');
    return work(tx, pass, transfer);
  });
}

/** The transfer under way, its pass locked. */
async function lockOffer(tx: DomainContext, passId: string): Promise<TransferRecord | undefined> {
  await tx.db.select().from(passports).where(eq(passports.id, passId)).for('update');
  const [transfer] = await tx.db.select().from(passportTransfers).where(openTransferOf(passId));
  return transfer;
}

/** The pass stays its owner's. */
async function endOffer(
  tx: DomainContext,
  passId: string,
  transfer: TransferRecord,
  outcome: 'rejected' | 'withdrawn',
): Promise<PassRecord> {
  await decide(tx, transfer, outcome);
  return changePass(tx, passId, { transferStatus: outcome === 'rejected' ? 'rejected' : null });
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

async function tellBoth(
  tx: DomainContext,
  passId: string,
  transfer: TransferRecord,
  sender: TransferNotice,
  receiver: TransferNotice,
): Promise<void> {
  const { senderId, receiverId, receiverMasked } = transfer;
  await tellMember(tx, senderId, passId, { kind: sender, other: receiverMasked });
  const from = await findMemberById(tx, senderId);
  if (!from) throw new Error('A sender has vanished in mid-transfer');
  const notice: PassNotice = { kind: receiver, other: maskedMember(from) };
  if (receiverId) await tellMember(tx, receiverId, passId, notice);
  else await tellNobody(tx, notice);
}
