import type { CodeChannel, SecondStep } from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import type { AccountContext } from '../../domain/account-context.ts';
import type { AttemptBudget } from '../../domain/attempt-limit.ts';
import { type CheckOutcome, checkCode } from '../../domain/codes/check-code.ts';
import { sendCode } from '../../domain/codes/send-code.ts';
import type { MemberRecord } from '../../domain/members.ts';

/** Whether this is a method whose code we send. For the others, the member has what they need. */
export function isSent(method: SecondStep): method is CodeChannel {
  return method === 'email' || method === 'sms';
}

export type SentSignInCode = {
  readonly outcome: 'sent' | 'too_soon';
  readonly channel: CodeChannel;
  readonly resendAt: Date;
  /** The secret with which this browser uses the code. */
  readonly request?: string | undefined;
};

/**
 * Sends the code of a sign-in, by e-mail if the member has no phone number any more.
 * @param from the known device, whose codes are counted apart, and the secret of the last code
 */
export async function sendSignInCode(
  context: AccountContext,
  member: MemberRecord,
  wanted: CodeChannel,
  from: { readonly device?: string | undefined; readonly request?: string | undefined },
): Promise<SentSignInCode> {
  const channel = wanted === 'sms' && member.phone ? 'sms' : 'email';
  const address = (channel === 'sms' && member.phone) || member.email;
  const sent = await sendCode(context, {
    type: 'mfa_login',
    subject: member.id,
    target: { channel, address },
    locale: member.locale,
    browser: { request: from.request, countedAs: from.device },
  });
  const request = sent.kind === 'sent' ? sent.request : from.request;
  return { outcome: sent.kind, channel, resendAt: sent.resendAt, request };
}

/** What is stored in the browser about a sent code. */
export function toProgress({ channel, resendAt, request }: SentSignInCode) {
  return { channel, resendAt: resendAt.getTime(), ...(request !== undefined && { request }) };
}

/** Checks a code, which can be used once. A code for a former address or number is wrong. */
export function checkSignInCode(
  context: AccountContext,
  member: MemberRecord,
  code: string,
  claim: { readonly budget: AttemptBudget; readonly request: string },
): Promise<CheckOutcome> {
  return inTransaction(context.db, (db) =>
    checkCode(
      { ...context, db },
      { type: 'mfa_login', subject: member.id },
      code,
      (target) => target === member.email || target === member.phone,
      claim,
    ),
  );
}
