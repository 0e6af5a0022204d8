import {
  CODE_ERRORS,
  CODE_EXPIRED_ERRORS,
  type CodeChannel,
  type Locale,
  type MemberCodeType,
  maskEmail,
  maskPhone,
} from '@portal/shared-contract';
import { inTransaction, isUniqueViolation } from '../../db/database.ts';
import type { AccountContext } from '../account-context.ts';
import { checkCode } from '../codes/check-code.ts';
import { type CodeTarget, sendCode } from '../codes/send-code.ts';
import { grantStepUp } from '../codes/step-up.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import { type Actor, lockMember } from './actor.ts';
import { completeEmailChange, pendingEmailOf } from './email-change.ts';
import { done, type Outcome, refused } from './outcome.ts';

export type SentMemberCode = {
  readonly channel: CodeChannel;
  /** Where it went. */
  readonly masked: string;
  readonly resendAt: Date;
  readonly expiresAt: Date;
};

/** Sends a code of a type to where that type's codes of this member go. */
export async function sendMemberCode(
  context: AccountContext,
  memberId: string,
  request: {
    readonly type: MemberCodeType;
    readonly channel?: CodeChannel | undefined;
    readonly longWait?: boolean;
    readonly locale?: Locale | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt) return refused('auth.unauthorized');
  const target = await targetOf(context, member, request.type, request.channel);
  if (!target.ok) return target;
  return sendTo(context, member, { ...request, target: target.value });
}

export async function sendTo(
  context: AccountContext,
  member: MemberRecord,
  {
    type,
    target,
    longWait = false,
    locale = member.locale,
  }: {
    readonly type: MemberCodeType;
    readonly target: CodeTarget;
    readonly longWait?: boolean;
    readonly locale?: Locale | undefined;
  },
): Promise<Outcome<SentMemberCode>> {
  const sent = await sendCode(context, { type, subject: member.id, target, locale, longWait });
  if (sent.kind === 'too_soon') return refused('too_many_attempts', { retryAt: sent.resendAt });
  const { channel, address } = target;
  const masked = channel === 'sms' ? maskPhone(address) : maskEmail(address);
  return done({ channel, masked, resendAt: sent.resendAt, expiresAt: sent.expiresAt });
}

/** What a verified code has led to: a step-up, or the change of address itself. */
export type VerifiedMemberCode =
  | { readonly kind: 'step_up'; readonly allowedUntil: Date }
  | { readonly kind: 'email_changed'; readonly member: MemberRecord };

/** Verifies a code: it allows its one action, or is the action. */
export async function verifyMemberCode(
  context: AccountContext,
  actor: Actor,
  { type, code }: { readonly type: MemberCodeType; readonly code: string },
): Promise<Outcome<VerifiedMemberCode>> {
  try {
    // Not `actAs`: a wrong code must stay counted.
    return await inTransaction(context.db, async (db) => {
      const tx = { ...context, db };
      const member = await lockMember(tx, actor.memberId);
      if (!member) return refused('auth.unauthorized');
      const pending =
        type === 'verify_email_change' ? await pendingEmailOf(tx, member.id) : undefined;
      const binding = { type, subject: member.id };
      const check = await checkCode(tx, binding, code, (target) =>
        type === 'verify_email_change'
          ? target === pending?.email
          : target === member.email || target === member.phone,
      );
      if (check.kind === 'too_many') return refused('too_many_attempts');
      if (check.kind === 'expired') {
        return refused(CODE_EXPIRED_ERRORS[type] ?? CODE_ERRORS[type]);
      }
      if (check.kind === 'wrong') return refused(CODE_ERRORS[type]);

      if (type === 'verify_email_change') {
        const changed = await completeEmailChange(tx, member, check.target, actor.device);
        return changed.ok ? done({ kind: 'email_changed', member: changed.value }) : changed;
      }
      const allowedUntil = await grantStepUp(tx, member.id, type, check.target);
      return done({ kind: 'step_up', allowedUntil });
    });
  } catch (error) {
    // Somebody has taken the address in this very moment.
    if (isUniqueViolation(error)) return refused('user.change_mail.email_exists');
    throw error;
  }
}

/**
 * Where a code of a type may go. Codes that prove an address go there. Step-ups go by the channel of
 * two-step verification, or by e-mail; by SMS only to a number that is proven, because whoever holds a
 * stolen session could else enter their own. `mfa_settings` is what proves a number.
 */
async function targetOf(
  context: AccountContext,
  member: MemberRecord,
  type: MemberCodeType,
  channel: CodeChannel | undefined,
): Promise<Outcome<CodeTarget>> {
  const byEmail = done<CodeTarget>({ channel: 'email', address: member.email });
  if (type === 'verify_email_change') {
    const pending = await pendingEmailOf(context, member.id);
    if (!pending) return refused('user.change_mail.token_expired');
    return done({ channel: 'email', address: pending.email });
  }
  if (type === 'verify_pre_change_email' || type === 'verify_email_by_user') return byEmail;

  const smsIsOn = member.mfaEnabled && member.mfaChannel === 'sms' && member.phone !== null;
  if ((channel ?? (smsIsOn ? 'sms' : 'email')) === 'email') return byEmail;
  if (!member.phone || !(smsIsOn || type === 'mfa_settings')) {
    return refused('user.send_code.phone_number_invalid');
  }
  return done({ channel: 'sms', address: member.phone });
}
