import {
  type CodeChannel,
  type Locale,
  type MemberCodeType,
  maskEmail,
  maskPhone,
} from '@portal/shared-contract';
import type { AccountContext } from '../account-context.ts';
import type { CodeTarget } from '../codes/code-target.ts';
import { sendCode } from '../codes/send-code.ts';
import type { RequestDevice } from '../devices.ts';
import type { MemberRecord } from '../members.ts';
import { err, type Outcome, ok } from './outcome.ts';

export type SentMemberCode = {
  readonly channel: CodeChannel;
  /** Where it went. */
  readonly masked: string;
  readonly resendAt: Date;
  readonly expiresAt: Date;
};

/**
 * Sends a member a code to an address or number. Refused with `too_many_attempts` before the resend
 * wait is over, and with `user.send_code.limit_reached` by the limits of messages.
 */
export async function sendCodeTo(
  context: AccountContext,
  member: MemberRecord,
  {
    type,
    target,
    network,
    device,
    longWait = false,
    locale = member.locale,
  }: {
    readonly type: MemberCodeType;
    readonly target: CodeTarget;
    readonly network: string;
    readonly device?: RequestDevice | undefined;
    readonly longWait?: boolean;
    readonly locale?: Locale | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const sent = await sendCode(context, {
    type,
    subject: member.id,
    target,
    network,
    device,
    locale,
    longWait,
  });
  if (sent.kind === 'too_soon') return err('too_many_attempts', { retryAt: sent.resendAt });
  if (sent.kind === 'limited') return limitReached(sent.retryAt);
  const { channel, address } = target;
  const masked = channel === 'sms' ? maskPhone(address) : maskEmail(address);
  return ok({ channel, masked, resendAt: sent.resendAt, expiresAt: sent.expiresAt });
}

/** The refusal of a code by the limits of messages; the same for every limit. */
export const limitReached = (retryAt: Date) => err('user.send_code.limit_reached', { retryAt });
