import type { AccountContext } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import type { Member } from '@portal/server-members/schema/members';
import { hasPaid } from '@portal/server-passports/passport/holdings';
import { err, type Outcome, ok, type Refusal } from '@portal/server-platform/outcome';
import {
  type CodeChannel,
  type Locale,
  type MemberCodeType,
  maskEmail,
  maskPhone,
} from '@portal/shared-contract';
import type { CodeTarget } from './message-share.ts';
import { type SendOutcome, type SendRequest, sendCode } from './send-code.ts';

export type SentMemberCode = {
  readonly channel: CodeChannel;
  readonly masked: string;
  readonly resendAt: Date;
  readonly expiresAt: Date;
};

export type CodeRequest = Pick<SendRequest, 'network' | 'work' | 'device' | 'longWait'> & {
  readonly locale?: Locale | undefined;
};

/**
 * Sends a member a code to an address or number. Refused with `too_many_attempts` before the resend
 * wait is over, and with `user.send_code.limit_reached` by the limits of messages.
 */
export async function sendCodeTo(
  context: AccountContext,
  member: MemberRecord,
  target: CodeTarget,
  request: CodeRequest & { readonly type: MemberCodeType },
): Promise<Outcome<SentMemberCode>> {
  const { lastName, firstName } = member;
  const { type, network, work, device, longWait = false, locale = member.locale } = request;
  const asked = { type, network, work, device, longWait, locale, target };
  const sent = await sendCode(context, {
    ...asked,
    subject: member.id,
    asker: { established: await isEstablished(context, member), knownBrowser: false },
    ...(target.address === member.email && { name: { lastName, firstName } }),
  });
  if (sent.kind !== 'sent') return notSent(sent);
  const { channel, address } = target;
  const masked = channel === 'sms' ? maskPhone(address) : maskEmail(address);
  return ok({ channel, masked, resendAt: sent.resendAt, expiresAt: sent.expiresAt });
}

/** The refusal of a code; the same for every limit of messages. */
export function notSent(outcome: Exclude<SendOutcome, { kind: 'sent' }>): Refusal {
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

/** Whoever floods can open as many accounts as they like, but seldom plans a week ahead, or pays. */
const NEW_ACCOUNT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether an account is older than a week or has paid for a passport that it has not been paid back. */
export async function isEstablished(
  context: AccountContext,
  { id, createdAt }: Pick<Member, 'id' | 'createdAt'>,
): Promise<boolean> {
  const age = context.clock.now().getTime() - createdAt.getTime();
  return age >= NEW_ACCOUNT_MS || hasPaid(context, id);
}
