import { maskEmail, maskPhone, type WaysIn } from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';
import type { MemberRecord } from '../members.ts';
import { countPasskeys } from './passkeys.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

/** Everything that opens a member's account. */
export async function waysIn(context: AccountContext, member: MemberRecord): Promise<WaysIn> {
  // One after the other: inside a transaction there is one connection.
  const passkeys = await countPasskeys(context, member.id);
  const totp = await hasTotp(context, member.id);
  const left = await recoveryCodesLeft(context, member.id);
  // A number is proven only where codes by SMS were turned on with it.
  const sms = member.mfaChannel === 'sms' && member.phone ? maskPhone(member.phone) : null;
  return {
    password: member.passwordSet,
    line: member.lineLinked,
    passkeys,
    second_step: {
      enabled: member.mfaEnabled,
      channel: sms ? 'sms' : 'email',
      email: maskEmail(member.email),
      sms,
      totp,
      recovery_codes_left: left,
    },
  };
}
