import type { GiftFacts, PassportFacts } from '@portal/server-members/messages';
import type { PassportRecord, TransferRecord } from '../passport/passport.ts';

/** What a message says of a passport. */
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
