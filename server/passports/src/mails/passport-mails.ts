import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import { findMemberById, type MemberRecord, reloadMember } from '@portal/server-members/members';
import type {
  GiftFacts,
  MovedPassport,
  OrderLine,
  PassportFacts,
} from '@portal/server-members/messages';
import { OFFER_MS, TAKE_BACK_MS, todayInJapan } from '@portal/shared-contract';
import { maskMember } from '../passport/holder.ts';
import { cancelUntil, type PassportRecord, type TransferRecord } from '../passport/passport.ts';

/*
 * These messages are about a purchase or an offer, so they do not depend on the opt-in for news. They
 * go only to a confirmed address: another may belong to somebody else.
 */

/** Mails the buyer what is to be paid at the counter, in the transaction that makes the order. */
export async function mailOrder(
  tx: AccountContext,
  buyer: MemberRecord,
  ordered: readonly PassportRecord[],
): Promise<void> {
  const [first] = ordered;
  if (!buyer.emailVerified || !first) return;
  await tx.sendMessage(tx, buyer, {
    kind: 'passport_order',
    passports: ordered.map((passport) => lineOf(tx, buyer, passport)),
    orderNumber: first.orderNumber,
  });
}

/** Mails the owner one receipt for the passports of an order, in the transaction that marks them paid. */
export async function mailReceipt(tx: AccountContext, paid: readonly PassportRecord[]) {
  const [first] = paid;
  const owner = first && (await findMemberById(tx, first.purchaserId ?? first.ownerId));
  if (!owner?.emailVerified || !first?.paymentType) return;
  const paidAt = tx.clock.now();
  const today = todayInJapan(paidAt);
  await tx.sendMessage(tx, owner, {
    kind: 'passport_receipt',
    passports: paid.map((passport) => ({
      ...lineOf(tx, owner, passport),
      lastDayToCancel: lastDayFrom(passport, owner.id, today),
    })),
    paymentType: first.paymentType,
    paidAt,
    orderNumber: first.orderNumber,
  });
}

const lineOf = (tx: AccountContext, to: MemberRecord, passport: PassportRecord): OrderLine => ({
  id: passport.id,
  url: passportUrl(tx, to, passport.id),
  ...passportFacts(passport),
  designId: passport.designId,
  price: passport.price,
  kind: passport.soldAs,
});

/** Paid only now, it has not been used. */
function lastDayFrom(passport: PassportRecord, ownerId: string, today: string): string | undefined {
  const last = cancelUntil(passport, ownerId, false);
  return last !== null && today <= last ? last : undefined;
}

/** What a message to nobody is made for, so that it takes as long as another. */
const NOBODY = { email: '', locale: 'ja' } as const;

/** Mails the receiver of an offer; without one, it prepares a message that is not sent, so time reveals nothing. */
export async function mailOffer(
  tx: AccountContext,
  passport: PassportRecord,
  transfer: TransferRecord,
): Promise<void> {
  const { passportId, receiverId } = transfer;
  const receiver = receiverId ? await findMemberById(tx, receiverId) : undefined;
  const to = receiver?.emailVerified ? receiver : NOBODY;
  const message = {
    ...offered(passport, transfer, await reloadMember(tx, transfer.senderId)),
    url: passportUrl(tx, to, passportId),
  };
  await tx.sendMessage(tx, to, message, { dropped: to === NOBODY });
}

/**
 * Invites the adult for whom a passport was bought, at the address that the buyer typed, in the buyer's
 * language. It has no words of the buyer's, because it goes to anybody's address.
 */
export async function mailInvitation(
  tx: AccountContext,
  passport: PassportRecord,
  transfer: TransferRecord,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<void> {
  const sender = await reloadMember(tx, transfer.senderId);
  const url = `${portalUrl(tx, sender.locale, '/my-page/offer')}#${token}`;
  const message = { ...offered(passport, transfer, sender), url, isInvitation: true };
  await tx.sendMessage(tx, { email, locale: sender.locale }, message);
}

const offered = (passport: PassportRecord, transfer: TransferRecord, sender: MemberRecord) =>
  ({
    kind: 'passport_offered',
    gift: { ...giftFacts(passport, transfer), other: maskMember(sender) },
    at: transfer.requestedAt,
    until: new Date(transfer.requestedAt.getTime() + OFFER_MS),
    designId: passport.designId,
    giverName: transfer.giverName,
    message: transfer.message,
  }) as const;

/**
 * Mails a member that a passport has become theirs, or is theirs no more, in the transaction of it.
 * @param moved.other the other side, masked
 * @param moved.device where the member has accepted it
 */
export async function mailMovedPassport(
  tx: AccountContext,
  to: MemberRecord,
  {
    passport,
    ...moved
  }: Pick<MovedPassport, 'how' | 'other' | 'device'> & { readonly passport: PassportRecord },
): Promise<void> {
  if (!to.emailVerified) return;
  const at = tx.clock.now();
  await tx.sendMessage(tx, to, {
    kind: 'passport_moved',
    ...moved,
    ...passportFacts(passport),
    at,
    takeBackUntil: new Date(at.getTime() + TAKE_BACK_MS),
    url: moved.how === 'taken_back' ? undefined : passportUrl(tx, to, passport.id),
  });
}

export const passportUrl = (
  tx: Pick<AccountContext, 'config'>,
  to: Pick<MemberRecord, 'locale'>,
  id: string,
): string => portalUrl(tx, to.locale, `/my-page/passports/${id}`);

export const passportFacts = (passport: PassportRecord): PassportFacts => ({
  holder: { last_name: passport.holderLastName, first_name: passport.holderFirstName },
  from: passport.usageStartDate,
  until: passport.extExpirationDate,
});

/** The same, and of its offer. */
export const giftFacts = (passport: PassportRecord, transfer: TransferRecord): GiftFacts => ({
  ...passportFacts(passport),
  other: transfer.receiverMasked,
  heldUntil: transfer.heldUntil,
});
