import type { AccountContext } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import {
  type CodeChannel,
  maskEmail,
  maskPhone,
  type SignInMethods,
} from '@portal/shared-contract';
import { besidesMailbox, mailboxCounts } from './mailbox.ts';

/** The member's sign-in methods and second steps. */
export async function signInMethods(
  context: AccountContext,
  member: MemberRecord,
): Promise<SignInMethods> {
  const besides = await besidesMailbox(context, member.id);
  const { passkeys, totp, recoveryCodes } = besides;
  const sms = member.phone && member.phoneConfirmedAt ? maskPhone(member.phone) : null;
  const channel = sms && member.mfaChannel === 'sms' ? 'sms' : 'email';
  const codes = !member.mfaWithoutCodes;
  return {
    password: member.passwordSet,
    line: member.lineLinked,
    passkeys,
    second_step: {
      enabled: member.mfaEnabled,
      codes,
      sent: codes ? sentSteps(mailboxCounts(context, member, besides)) : [],
      channel,
      email: maskEmail(member.email),
      sms,
      totp,
      recovery_codes_left: recoveryCodes,
    },
  };

  function sentSteps(mailbox: boolean): CodeChannel[] {
    if (!mailbox) return sms ? ['sms'] : [];
    return channel === 'sms' ? ['sms', 'email'] : ['email'];
  }
}
