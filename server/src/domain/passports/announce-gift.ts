import type { AccountContext } from '../account-context.ts';
import type { RequestDevice } from '../devices.ts';
import { findMemberById } from '../members.ts';
import type { ChangeNotice, GiftFacts } from '../messages.ts';
import { announceChange } from '../undo/announce-change.ts';
import { readBefore } from '../undo/sign-in-settings.ts';
import type { PassportRecord, TransferRecord } from './passport.ts';

/**
 * Records that a passport was offered or given and mails its giver, in the transaction of it: to whom, which
 * passport, when and in which browser, with the link that takes it back with every other change since
 * (product §14.451). The giver's row is locked.
 * @param passport as the giver had it
 * @param device the giver's; of an acceptance there is none, because it is the receiver's
 */
export async function announceGift(
  tx: AccountContext,
  notice: Extract<ChangeNotice, 'passport_offered' | 'passport_given'>,
  {
    passport,
    transfer,
    device,
  }: {
    readonly passport: PassportRecord;
    readonly transfer: TransferRecord;
    readonly device?: RequestDevice | undefined;
  },
): Promise<void> {
  const giver = await findMemberById(tx, transfer.senderId);
  if (!giver) throw new Error('The sender of a transfer no longer exists');
  const before = await readBefore(tx, giver);
  const gift = giftFacts(passport, transfer);
  await announceChange(tx, before, { notice, device, gift, transferId: transfer.id });
}

/** What a message says of a passport and of its offer. */
export const giftFacts = (passport: PassportRecord, transfer: TransferRecord): GiftFacts => ({
  other: transfer.receiverMasked,
  holder: { last_name: passport.holderLastName, first_name: passport.holderFirstName },
  from: passport.usageStartDate,
  until: passport.extExpirationDate,
  heldUntil: transfer.heldUntil,
});
