import type { GiftFacts } from '@portal/server-members/messages';
import type { PassportRecord, TransferRecord } from '../passport/passport.ts';

/** What a message says of a passport and of its offer. */
export const giftFacts = (passport: PassportRecord, transfer: TransferRecord): GiftFacts => ({
  other: transfer.receiverMasked,
  holder: { last_name: passport.holderLastName, first_name: passport.holderFirstName },
  from: passport.usageStartDate,
  until: passport.extExpirationDate,
  heldUntil: transfer.heldUntil,
});
