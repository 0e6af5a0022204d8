import { type CheckOutcome, checkCode } from '@portal/server-accounts/codes/check-code';
import type { CodeTarget } from '@portal/server-accounts/codes/message-share';
import { type SendOutcome, sendCode } from '@portal/server-accounts/codes/send-code';
import { isEstablished } from '@portal/server-accounts/codes/send-code-to';
import { doesMailboxCount } from '@portal/server-accounts/second-step/sign-in-methods';
import { smsTarget } from '@portal/server-accounts/step-up/phone-number';
import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import type { MemberRecord } from '@portal/server-members/members';
import { transact } from '@portal/server-platform/database/database';
import type { AttemptBudget } from '@portal/server-platform/limits/attempt-limit';
import type { CodeChannel, SecondStep, Work } from '@portal/shared-contract';

/** Whether this is a method whose code we send. For the others, the member has what they need. */
export function isSent(method: SecondStep): method is CodeChannel {
  return method === 'email' || method === 'sms';
}

/** After this a number to which no text messages go is tried again, where the mailbox counts for nothing. */
const UNREACHABLE_MS = 60 * 60 * 1000;

export type SentSignInCode = {
  readonly outcome: SendOutcome['kind'];
  readonly channel: CodeChannel;
  /** When another code may be sent, or the first one if none was. */
  readonly resendAt: Date;
  /** The secret with which this browser uses the code. */
  readonly request?: string | undefined;
  /** What the browser does before the code is sent. */
  readonly work?: Work | undefined;
};

/**
 * Sends the code of a sign-in; by email where the member has no number any more, or has one to
 * which no text messages are sent.
 * @param from the known device, whose codes are counted apart, and the secret of the last code
 */
export async function sendSignInCode(
  context: AccountContext,
  member: MemberRecord,
  wanted: CodeChannel,
  from: {
    readonly network: string;
    readonly work?: string | undefined;
    readonly device?: string | undefined;
    /** What the message says of the browser. */
    readonly asking: RequestDevice;
    readonly request?: string | undefined;
  },
): Promise<SentSignInCode> {
  const number = wanted === 'sms' && member.phone ? smsTarget(context, member) : undefined;
  if (!number?.ok && !(await doesMailboxCount(context, member))) {
    const resendAt = new Date(context.clock.now().getTime() + UNREACHABLE_MS);
    return { outcome: 'limited', channel: wanted, resendAt, request: from.request };
  }
  const target: CodeTarget = number?.ok
    ? number.value
    : { channel: 'email', address: member.email, confirmed: member.emailVerified };
  const sent = await sendCode(context, {
    type: 'mfa_login',
    subject: member.id,
    target,
    locale: member.locale,
    network: from.network,
    asker: {
      established: await isEstablished(context, member),
      knownBrowser: from.device !== undefined,
    },
    work: from.work,
    device: from.asking,
    browser: { request: from.request, countedAs: from.device },
  });
  const request = sent.kind === 'sent' ? sent.request : from.request;
  const { channel } = target;
  if (sent.kind === 'work_required') {
    const resendAt = context.clock.now();
    return { outcome: sent.kind, channel, resendAt, request, work: sent.work };
  }
  if (sent.kind === 'refused') {
    return { outcome: sent.kind, channel, resendAt: context.clock.now(), request };
  }
  const resendAt = sent.kind === 'limited' ? sent.retryAt : sent.resendAt;
  return { outcome: sent.kind, channel, resendAt, request };
}

export function toProgress({ outcome, channel, resendAt, request, work }: SentSignInCode) {
  return {
    channel,
    resendAt: resendAt.getTime(),
    ...(request !== undefined && { request }),
    ...((outcome === 'limited' || work) && { limited: true }),
    ...(work && { work }),
  };
}

/** Checks a code, which can be used once. A code for a former address or number is wrong. */
export function checkSignInCode(
  context: AccountContext,
  member: MemberRecord,
  code: string,
  claim: { readonly budget: AttemptBudget; readonly request: string },
): Promise<CheckOutcome> {
  return transact(context, async (tx) => {
    const mailbox = await doesMailboxCount(tx, member);
    return checkCode(
      tx,
      { type: 'mfa_login', subject: member.id },
      code,
      (target) => (mailbox && target === member.email) || target === member.phone,
      claim,
    );
  });
}
