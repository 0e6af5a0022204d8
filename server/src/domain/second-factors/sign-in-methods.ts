import { maskEmail, maskPhone, type SignInMethods } from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';
import type { MemberRecord } from '../members.ts';
import { countPasskeys } from './passkeys.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

/** The member's sign-in methods and second steps (product §7.47). */
export async function signInMethods(
  context: AccountContext,
  member: MemberRecord,
): Promise<SignInMethods> {
  // One after the other, because a transaction has a single connection.
  const passkeys = await countPasskeys(context, member.id);
  const totp = await hasTotp(context, member.id);
  const left = await recoveryCodesLeft(context, member.id);
  const sms = member.phone && member.phoneConfirmedAt ? maskPhone(member.phone) : null;
  return {
    password: member.passwordSet,
    line: member.lineLinked,
    passkeys,
    second_step: {
      enabled: member.mfaEnabled,
      codes: !member.mfaWithoutCodes,
      channel: sms && member.mfaChannel === 'sms' ? 'sms' : 'email',
      email: maskEmail(member.email),
      sms,
      totp,
      recovery_codes_left: left,
    },
  };
}
