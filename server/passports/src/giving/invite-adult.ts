import type { AccountContext } from '@portal/server-members/account-context';
import { normalizeEmail } from '@portal/server-members/members';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { maskEmail, todayInJapan } from '@portal/shared-contract';
import { notifyMember } from '../mails/notifications.ts';
import { mailInvitation } from '../mails/passport-mails.ts';
import { changePassport } from '../passport/access.ts';
import type { PassportRecord } from '../passport/passport.ts';
import { offer, transferRefusal } from './transfer.ts';

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
