import type { AccountContext } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import {
  type CodeChannel,
  maskEmail,
  maskPhone,
  RECOVERY_WAIT_MS,
  type SignInMethods,
} from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passkeys } from '../schema/second-step-methods.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

export async function signInMethods(
  context: AccountContext,
  member: MemberRecord,
): Promise<SignInMethods> {
  const besides = await besidesMailbox(context, member.id);
  const sms = member.phone && member.phoneConfirmedAt ? maskPhone(member.phone) : null;
  const channel = sms && member.mfaChannel === 'sms' ? 'sms' : 'email';
  const codes = !member.mfaWithoutCodes;
  return {
    password: member.passwordSet,
    line: member.lineLinked,
    passkeys: besides.passkeys,
    second_step: {
      enabled: member.mfaEnabled,
      codes,
      sent: codes ? sentSteps(mailboxCounts(context, member, besides)) : [],
      channel,
      email: maskEmail(member.email),
      sms,
      totp: besides.totp,
      recovery_codes_left: besides.recoveryCodes,
    },
  };

  function sentSteps(mailbox: boolean): CodeChannel[] {
    if (!mailbox) return sms ? ['sms'] : [];
    return channel === 'sms' ? ['sms', 'email'] : ['email'];
  }
}

type BesidesMailbox = {
  readonly passkeys: number;
  readonly totp: boolean;
  readonly recoveryCodes: number;
};

/** Reads {@link BesidesMailbox}: one after the other, because a transaction has a single connection. */
export async function besidesMailbox(
  context: AccountContext,
  memberId: string,
): Promise<BesidesMailbox> {
  const keys = await context.db.$count(passkeys, eq(passkeys.memberId, memberId));
  const totp = await hasTotp(context, memberId);
  return { passkeys: keys, totp, recoveryCodes: await recoveryCodesLeft(context, memberId) };
}

/**
 * Whether a code to the mailbox is a second step and a step-up. It shows nothing
 * new of whoever has set the password by a mailed code or link, so that it counts then only for a member
 * who has nothing else, or who has waited for it ({@link recoveryReadyAt}).
 */
export function mailboxCounts(
  { clock }: Pick<AccountContext, 'clock'>,
  member: MemberRecord,
  { passkeys, totp, recoveryCodes }: BesidesMailbox,
): boolean {
  if (member.passwordMailedAt === null) return true;
  const readyAt = recoveryReadyAt(member);
  if (readyAt && readyAt <= clock.now()) return true;
  return !(passkeys > 0 || totp || recoveryCodes > 0 || isPhoneConfirmed(member));
}

/** {@link mailboxCounts} for a member of whom nothing else was read. */
export async function doesMailboxCount(context: AccountContext, member: MemberRecord) {
  if (member.passwordMailedAt === null) return true;
  return mailboxCounts(context, member, await besidesMailbox(context, member.id));
}

/** Whether a code by email is no way of a member only because of where the password came from. */
export const waitsForMailbox = (member: MemberRecord, ways: readonly string[]): boolean =>
  member.passwordMailedAt !== null && !member.mfaWithoutCodes && !ways.includes('email');

/** From when the mailbox counts again for a member who has asked for that. */
export function recoveryReadyAt({ recoveryAskedAt }: MemberRecord): Date | undefined {
  return recoveryAskedAt ? new Date(recoveryAskedAt.getTime() + RECOVERY_WAIT_MS) : undefined;
}

const isPhoneConfirmed = ({ phone, phoneConfirmedAt }: MemberRecord): boolean =>
  phone !== null && phoneConfirmedAt !== null;
