import { dayBefore, OFFER_MS, todayInJapan } from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import { portalUrl } from '../onboarding/portal-links.ts';
import { maskMember } from './mask-name.ts';
import type { PassportRecord, TransferRecord } from './passport.ts';

/*
 * These messages are about a purchase or an offer, so they do not depend on the opt-in for news. They
 * go only to a confirmed address: another may belong to somebody else (product §14.73, §14.75).
 */

/**
 * Mails the owner one receipt for the passports of an order, in the transaction that marks them paid
 * (product §14.71).
 */
export async function mailReceipt(
  tx: AccountContext,
  paid: readonly PassportRecord[],
): Promise<void> {
  const [first] = paid;
  const owner = first && (await findMemberById(tx, first.ownerId));
  if (!owner?.emailVerified || !first?.paymentType) return;
  const paidAt = tx.clock.now();
  const today = todayInJapan(paidAt);
  await tx.sendMessage(tx, owner, {
    kind: 'passport_receipt',
    passports: paid.map((passport) => ({
      id: passport.id,
      url: passportUrl(tx, owner, passport.id),
      holder: { last_name: passport.holderLastName, first_name: passport.holderFirstName },
      designId: passport.designId,
      from: passport.usageStartDate,
      until: passport.extExpirationDate,
      price: passport.price,
      lastDayToCancel:
        today < passport.usageStartDate ? dayBefore(passport.usageStartDate) : undefined,
    })),
    paymentType: first.paymentType,
    paidAt,
    orderNumber: first.orderNumber,
  });
}

/** What a message to nobody is made for, so that it takes as long as another. */
const NOBODY = { email: '', locale: 'ja' } as const;

/**
 * Mails the receiver that a passport was offered to them (product §14.74). Where there is nobody to
 * mail, a message is prepared and never sent: the response time does not reveal who has an account.
 */
export async function mailOffer(
  tx: AccountContext,
  { passportId, senderId, receiverId, requestedAt }: TransferRecord,
): Promise<void> {
  const sender = await findMemberById(tx, senderId);
  if (!sender) throw new Error('The sender of an open transfer no longer exists');
  const receiver = receiverId ? await findMemberById(tx, receiverId) : undefined;
  const to = receiver?.emailVerified ? receiver : NOBODY;
  await tx.sendMessage(
    tx,
    to,
    {
      kind: 'passport_offered',
      url: passportUrl(tx, to, passportId),
      from: maskMember(sender),
      until: new Date(requestedAt.getTime() + OFFER_MS),
    },
    { dropped: to === NOBODY },
  );
}

const passportUrl = (tx: AccountContext, to: Pick<MemberRecord, 'locale'>, id: string): string =>
  portalUrl(tx, to.locale, `/my-page/passports/${id}`);
