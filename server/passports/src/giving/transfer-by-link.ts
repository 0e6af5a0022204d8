import type { AccountContext } from '@portal/server-members/account-context';
import { findMemberById, type MemberRecord, normalizeEmail } from '@portal/server-members/members';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import { findRow, updateRows } from '@portal/server-platform/database/rows';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { maskEmail, todayInJapan } from '@portal/shared-contract';
import { notifyMember } from '../mails/notifications.ts';
import { mailInvitation } from '../mails/passport-mails.ts';
import {
  changePassport,
  lockPassport,
  type PassportAccess,
  withOwnPassport,
} from '../passport/access.ts';
import { maskMember } from '../passport/holder.ts';
import type { PassportRecord, TransferRecord } from '../passport/passport.ts';
import { passports, passportTransfers } from '../schema/passports.ts';
import {
  type GiftWords,
  handOver,
  leaveWithSender,
  lockOffer,
  offer,
  transferRefusal,
  type Who,
} from './transfer.ts';

type Offered = { readonly access: PassportAccess; readonly token: string };

/**
 * Offers a passport to whoever opens the link first, as {@link startTransfer} does to one member.
 * Only the hash of the token is stored: nobody can read the link again, its sender neither.
 */
export function startTransferByLink(
  context: AccountContext,
  who: Who,
  words: GiftWords,
): Promise<Outcome<Offered>> {
  return withOwnPassport(context, who, async (tx, passport) => {
    const refusal = transferRefusal(passport, todayInJapan(tx.clock.now()));
    if (refusal) return err(refusal);
    const token = newSecret();
    const access = await offer(tx, who, passport, { ...words, linkHash: secretHash(token) });
    await notifyMember(tx, who.memberId, passport.id, { kind: 'link_offered' });
    return ok({ access, token });
  });
}

/**
 * The passport that a link offers, as a receiver sees it; its owner gets it as theirs, even when the link
 * was used, because they may open it once more.
 * @returns `ap_passport.not_found` for any other link, whatever has become of it
 */
export async function findTransferByLink(
  context: DomainContext,
  memberId: string,
  token: string,
): Promise<Outcome<PassportAccess>> {
  const found = await transferOf(context, token);
  if (!found) return err('ap_passport.not_found');
  const passport = await findRow(context, passports, { id: found.passportId });
  if (!passport) return err('ap_passport.not_found');
  const transfer = found.outcome === null ? found : undefined;
  if (passport.ownerId === memberId) return ok({ passport, role: 'owner', transfer });
  const member = await findMemberById(context, memberId);
  if (!member || (transfer && !isFor(transfer, member))) return err('ap_passport.not_found');
  return transfer ? ok({ passport, role: 'receiver', transfer }) : err('ap_passport.not_found');
}

/**
 * The open offer of a link, for whoever has it and is not signed in.
 * @returns `ap_passport.not_found` for any other link, and for one that only one address may use
 */
export async function showTransferByLink(
  context: DomainContext,
  token: string,
): Promise<Outcome<{ readonly passport: PassportRecord; readonly transfer: TransferRecord }>> {
  const transfer = await transferOf(context, token);
  if (!transfer || transfer.outcome !== null || transfer.onlyEmail !== null) {
    return err('ap_passport.not_found');
  }
  const passport = await findRow(context, passports, { id: transfer.passportId });
  return passport ? ok({ passport, transfer }) : err('ap_passport.not_found');
}

/**
 * The answer of whoever has the link, who becomes the receiver by it. Two who accept at the same time
 * follow each other, and the second gets nothing.
 */
export function answerTransferByLink(
  context: AccountContext,
  { memberId, device }: Pick<Who, 'memberId' | 'device'>,
  { token, status }: { readonly token: string; readonly status: 'accepted' | 'rejected' },
): Promise<Outcome<PassportAccess>> {
  return withTransaction(context, async (tx) => {
    const found = await transferOf(tx, token);
    if (found && !(await lockPassport(tx, memberId, found.passportId))) {
      return err('auth.unauthorized');
    }
    const transfer = found && (await lockOffer(tx, found.passportId));
    if (!found || transfer?.id !== found.id) {
      return err('ap_passport.transfer_status.access_denied');
    }
    // The owner of a passport that is offered is the sender of the offer.
    if (transfer.senderId === memberId) return err('ap_passport.user.access_denied');
    const passport = await findRow(tx, passports, { id: transfer.passportId });
    const member = await findMemberById(tx, memberId);
    if (!passport || !member) return err('ap_passport.not_found');
    if (!isFor(transfer, member)) return err('ap_passport.transfer_status.access_denied');
    const received = { receiverId: memberId, receiverMasked: maskMember(member) };
    await updateRows(tx, passportTransfers, { id: transfer.id }, received);
    const theirs = { ...transfer, ...received };
    return status === 'accepted'
      ? handOver(tx, { memberId, device }, passport, theirs)
      : leaveWithSender(tx, theirs);
  });
}

/** Whether a member may use a link: one that was mailed is for whoever has confirmed its address. */
const isFor = ({ onlyEmail }: TransferRecord, member: MemberRecord): boolean =>
  onlyEmail === null || (member.emailVerified && member.emailNormalized === onlyEmail);

const transferOf = (context: DomainContext, token: string): Promise<TransferRecord | undefined> =>
  findRow(context, passportTransfers, { linkHash: secretHash(token) });

/**
 * Offers a passport that was bought for another adult to them, in the transaction that marks it paid: by a
 * link that is mailed to the typed address, and that only a member who has confirmed it can use.
 * The address is not looked up, so that everybody gets the same.
 * @param passport paid and locked
 */
export async function inviteAdult(tx: AccountContext, passport: PassportRecord): Promise<void> {
  const { id, ownerId, invitedEmail } = passport;
  const onlyEmail = invitedEmail && normalizeEmail(invitedEmail);
  if (!onlyEmail || transferRefusal(passport, todayInJapan(tx.clock.now()))) return;
  const token = newSecret();
  const receiverMasked = maskEmail(onlyEmail);
  const to = { linkHash: secretHash(token), onlyEmail, receiverMasked };
  // Nobody's session: the payment makes the offer, and it came after the buyer's own act.
  const { transfer } = await offer(tx, { memberId: ownerId, passportId: id }, passport, to);
  await changePassport(tx, id, { invitedEmail: null });
  await notifyMember(tx, ownerId, id, { kind: 'transfer_requested', other: receiverMasked });
  await mailInvitation(tx, passport, transfer, { email: invitedEmail, token });
}
