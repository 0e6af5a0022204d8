import type { CodeChannel, SecondStep } from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import type { AccountContext } from '../../domain/account-context.ts';
import { type CheckOutcome, checkCode } from '../../domain/codes/check-code.ts';
import { sendCode } from '../../domain/codes/send-code.ts';
import type { MemberRecord } from '../../domain/members.ts';

/** A way whose code we send, in contrast to one that the member has with them. */
export function isSent(way: SecondStep): way is CodeChannel {
  return way === 'email' || way === 'sms';
}

export type SentSignInCode = {
  readonly outcome: 'sent' | 'too_soon';
  readonly way: CodeChannel;
  readonly resendAt: Date;
};

/** Sends the code of a sign-in; by e-mail where the member has no number any more. */
export async function sendSignInCode(
  context: AccountContext,
  member: MemberRecord,
  wanted: CodeChannel,
): Promise<SentSignInCode> {
  const way = wanted === 'sms' && member.phone ? 'sms' : 'email';
  const address = (way === 'sms' && member.phone) || member.email;
  const { kind, resendAt } = await sendCode(context, {
    type: 'mfa_login',
    subject: member.id,
    target: { channel: way, address },
    locale: member.locale,
  });
  return { outcome: kind, way, resendAt };
}

/** Checks it and uses it up; one that went to a former address or number is wrong. */
export function checkSignInCode(
  context: AccountContext,
  member: MemberRecord,
  code: string,
): Promise<CheckOutcome> {
  return inTransaction(context.db, (db) =>
    checkCode(
      { ...context, db },
      { type: 'mfa_login', subject: member.id },
      code,
      (target) => target === member.email || target === member.phone,
    ),
  );
}
