import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import type { MemberRecord } from '@portal/server-members/members';
import { type Err, err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  type CodeChannel,
  type Locale,
  type MemberCodeType,
  maskEmail,
  maskPhone,
} from '@portal/shared-contract';
import type { CodeTarget } from './code-target.ts';
import { isEstablished } from './established.ts';
import { type SendOutcome, sendCode } from './send-code.ts';

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
    work,
    device,
    longWait = false,
    locale = member.locale,
  }: {
    readonly type: MemberCodeType;
    readonly target: CodeTarget;
    readonly network: string;
    /** The answer to the work that was asked for. */
    readonly work?: string | undefined;
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
    asker: { established: await isEstablished(context, member), knownBrowser: false },
    work,
    device,
    locale,
    longWait,
    ...(target.address === member.email && {
      name: { lastName: member.lastName, firstName: member.firstName },
    }),
  });
  if (sent.kind !== 'sent') return notSent(sent);
  const { channel, address } = target;
  const masked = channel === 'sms' ? maskPhone(address) : maskEmail(address);
  return ok({ channel, masked, resendAt: sent.resendAt, expiresAt: sent.expiresAt });
}

/** The refusal of a code; the same for every limit of messages. */
export function notSent(outcome: Exclude<SendOutcome, { kind: 'sent' }>): Err {
  if (outcome.kind === 'too_soon') return err('too_many_attempts', { retryAt: outcome.resendAt });
  if (outcome.kind === 'limited') {
    return err('user.send_code.limit_reached', { retryAt: outcome.retryAt });
  }
  if (outcome.kind === 'refused') {
    return err(
      outcome.channel === 'sms' ? 'user.send_code.error' : 'user.send_code.mailbox_refused',
    );
  }
  return err('user.send_code.work_required', { work: outcome.work });
}
