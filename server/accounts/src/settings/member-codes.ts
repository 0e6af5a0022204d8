import type {
  AccountContext,
  ProvingSession,
  StepUps,
} from '@portal/server-members/account-context';
import {
  type ActingMember,
  findMemberById,
  lockMember,
  type MemberRecord,
} from '@portal/server-members/members';
import { isUniqueViolation, transact } from '@portal/server-platform/database/database';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  ACT_OF_CODE,
  type Act,
  type ChangeCodeType,
  CODE_ERRORS,
  CODE_EXPIRED_ERRORS,
  type CodeChannel,
  isChangeCode,
  isStepUpCode,
  type MemberCodeType,
} from '@portal/shared-contract';
import { checkCode } from '../codes/check-code.ts';
import type { CodeTarget } from '../codes/message-share.ts';
import { type CodeRequest, type SentMemberCode, sendCodeTo } from '../codes/send-code-to.ts';
import { grantStepUp } from '../codes/step-up.ts';
import { doesMailboxCount } from '../second-step/sign-in-methods.ts';
import { smsTarget, smsTargetOf } from '../step-up/phone-number.ts';
import { isConfirmed, provesByCode, recordStepUp } from '../step-up/recorded-step-ups.ts';
import { completeEmailChange, pendingEmailOf } from './email-change.ts';
import { completePhoneChange, pendingPhoneOf } from './phone-change.ts';

/** The act of which a code to a new address or number is the completion. */
const CHANGED_BY = {
  verify_email_change: 'change_email',
  verify_phone_change: 'change_phone',
} as const satisfies Record<ChangeCodeType, Act>;

const NO_NUMBER = err('user.send_code.phone_number_invalid');

/** Sends the member a code of the given type, to the address or number for that type. */
export async function sendMemberCode(
  context: AccountContext,
  memberId: string,
  request: CodeRequest & {
    readonly type: MemberCodeType;
    readonly channel?: CodeChannel | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  const target = await targetOf(context, member, request.type, request.channel);
  if (!target.ok) return target;
  return sendCodeTo(context, member, target.value, request);
}

/** The result of a verified code: a step-up, or the completed change. */
type VerifiedMemberCode =
  | { readonly kind: 'step_up'; readonly allowedUntil: Date }
  | { readonly kind: 'changed'; readonly member: MemberRecord };

/**
 * Verifies a code. One that went to a confirmed address or number proves who the member is; one to
 * an address or number that is not confirmed allows to confirm it, and nothing else. Of a change of
 * address or number it is the change itself, which needs a step-up.
 */
export async function verifyMemberCode(
  context: AccountContext,
  actingMember: ProvingSession & Pick<ActingMember, 'device'> & { readonly stepUps?: StepUps },
  { type, code }: { readonly type: MemberCodeType; readonly code: string },
): Promise<Outcome<VerifiedMemberCode>> {
  const changed = isChangeCode(type) ? CHANGED_BY[type] : undefined;
  if (changed && !(await actingMember.stepUps?.until(changed))) return err('user.step_up_required');
  try {
    // Not `withLockedMember`, because a refusal would roll back the count of a wrong code.
    return await transact(context, async (tx) => {
      const member = await lockMember(tx, actingMember.memberId);
      if (!member) return err('auth.unauthorized');
      const newEmail = await pendingEmailOf(tx, member.id);
      const newPhone = await pendingPhoneOf(tx, member.id);
      const mailbox = await doesMailboxCount(tx, member);
      const isTarget = (target: string) => {
        if (type === 'verify_email_change') return target === newEmail?.email;
        if (type === 'verify_phone_change') return target === newPhone?.phone;
        if (isStepUpCode(type)) return provesByCode(member, target, mailbox);
        return target === (type === 'verify_phone' ? member.phone : member.email);
      };
      const binding = { type, subject: member.id };
      const { memberId, sessionUid } = actingMember;
      const budget = { kind: 'session', memberId, sessionUid } as const;
      const check = await checkCode(tx, binding, code, isTarget, { budget });
      if (check.kind === 'too_many') return err('too_many_attempts');
      if (check.kind === 'expired') return err(CODE_EXPIRED_ERRORS[type] ?? CODE_ERRORS[type]);
      if (check.kind === 'wrong') return err(CODE_ERRORS[type]);

      if (isChangeCode(type)) {
        const taken = await actingMember.stepUps?.take(tx, CHANGED_BY[type]);
        if (!taken) return err('user.step_up_required');
        const done =
          type === 'verify_phone_change' && newPhone
            ? await completePhoneChange(tx, member, newPhone, actingMember)
            : await completeEmailChange(tx, member, check.target, actingMember);
        return done.ok ? ok({ kind: 'changed', member: done.value }) : done;
      }
      const allowedUntil = isStepUpCode(type)
        ? await recordStepUp(tx, actingMember, ACT_OF_CODE[type])
        : await grantStepUp(tx, member.id, type, check.target);
      return ok({ kind: 'step_up', allowedUntil });
    });
  } catch (error) {
    // Another member took the address after it was checked.
    if (isUniqueViolation(error)) return err('user.change_mail.email_exists');
    throw error;
  }
}

/**
 * Where a code of a type is sent. A code that confirms an address is sent to that address. A code that proves who the
 * member is goes to a confirmed address or number only: by the channel of the second step, or by email.
 */
async function targetOf(
  context: AccountContext,
  member: MemberRecord,
  type: MemberCodeType,
  channel: CodeChannel | undefined,
): Promise<Outcome<CodeTarget>> {
  const { email: address, emailVerified: confirmed } = member;
  const byEmail = ok<CodeTarget>({ channel: 'email', address, confirmed });
  if (type === 'verify_email_change') {
    const pending = await pendingEmailOf(context, member.id);
    if (!pending) return err('user.change_mail.token_expired');
    return ok({ channel: 'email', address: pending.email, confirmed: false });
  }
  if (type === 'verify_phone_change') {
    const pending = await pendingPhoneOf(context, member.id);
    if (!pending) return err('user.change_phone.token_expired');
    return smsTargetOf(context, member, { ...pending, confirmed: false });
  }
  if (type === 'verify_email_by_user') return byEmail;

  const { phone } = member;
  if (type === 'verify_phone') return smsTarget(context, member);
  if (member.mfaWithoutCodes) return err('user.send_code.error');
  const isConfirmedPhone = phone !== null && isConfirmed(member, phone);
  const mailbox = await doesMailboxCount(context, member);
  const prefersSms = member.mfaEnabled && member.mfaChannel === 'sms';
  const usesSms = isConfirmedPhone && (prefersSms || !mailbox);
  if ((channel ?? (usesSms ? 'sms' : 'email')) === 'sms')
    return isConfirmedPhone ? smsTarget(context, member) : NO_NUMBER;
  return member.emailVerified && mailbox ? byEmail : err('user.send_code.error');
}
