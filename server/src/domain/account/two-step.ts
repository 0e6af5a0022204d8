import { CODE_ERRORS, type CodeChannel, maskEmail, maskPhone } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import type { MemberRecord } from '../members.ts';
import { announceChange } from '../undo/announce-change.ts';
import { readBefore } from '../undo/sign-in-settings.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { isConfirmed } from './recent-proof.ts';
import { type ActingMember, reloadMember, withLockedMember } from './with-locked-member.ts';

/**
 * Turns two-step verification on or changes its channel. An address or number that is not confirmed
 * yet is confirmed by a code that was sent to it.
 */
export function enableMfa(
  context: AccountContext,
  { memberId, device }: ActingMember,
  channel: CodeChannel,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const before = await readBefore(tx, member);
    const target = channel === 'sms' ? member.phone : member.email;
    if (!target) return err('user.send_code.phone_number_invalid');
    if (!isConfirmed(member, target)) {
      const type = channel === 'sms' ? 'verify_phone' : 'verify_email_by_user';
      if (!(await spendStepUp(tx, { member, type, target }))) return err(CODE_ERRORS[type]);
      await confirm(tx, memberId, channel);
    }
    if (member.mfaEnabled && member.mfaChannel === channel)
      return ok(await reloadMember(tx, memberId));
    await setMfa(tx, memberId, { mfaEnabled: true, mfaChannel: channel });
    const notice = member.mfaEnabled ? 'mfa_channel_changed' : 'mfa_enabled';
    const detail = channel === 'sms' ? maskPhone(target) : maskEmail(target);
    await announceChange(tx, before, { notice, device, detail });
    return ok(await reloadMember(tx, memberId));
  });
}

export function disableMfa(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (!member.mfaEnabled) return ok(member);
    const before = await readBefore(tx, member);
    await setMfa(tx, memberId, { mfaEnabled: false });
    await announceChange(tx, before, { notice: 'mfa_disabled', device });
    return ok(await reloadMember(tx, memberId));
  });
}

async function confirm(
  { db, clock }: AccountContext,
  memberId: string,
  channel: CodeChannel,
): Promise<void> {
  await db
    .update(members)
    .set(channel === 'sms' ? { phoneConfirmedAt: clock.now() } : { emailVerified: true })
    .where(eq(members.id, memberId));
}

export async function setMfa(
  { db, clock }: AccountContext,
  memberId: string,
  values: { mfaEnabled: boolean; mfaChannel?: CodeChannel },
): Promise<void> {
  await db
    .update(members)
    .set({ ...values, updatedAt: clock.now() })
    .where(eq(members.id, memberId));
}
