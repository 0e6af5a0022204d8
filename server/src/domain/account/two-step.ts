import type { CodeChannel } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { sendSecurityNotice } from '../messages.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { type Actor, reread, withLockedMember } from './with-locked-member.ts';

/**
 * Turns two-step verification on or changes its channel; the verified code must have come by that
 * channel.
 */
export function enableMfa(
  context: AccountContext,
  { memberId, device }: Actor,
  channel: CodeChannel,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const target = channel === 'sms' ? member.phone : member.email;
    if (!target) return err('user.send_code.phone_number_invalid');
    if (!(await spendStepUp(tx, { member, type: 'mfa_settings', target }))) {
      return err('user.mfa_settings.mfa_invalid');
    }
    if (member.mfaEnabled && member.mfaChannel === channel) return ok(member);
    await setMfa(tx, memberId, { mfaEnabled: true, mfaChannel: channel });
    const event = member.mfaEnabled ? 'mfa_channel_changed' : 'mfa_enabled';
    await recordEvent(tx, memberId, event, device);
    await sendSecurityNotice(tx, member, event);
    return ok(await reread(tx, memberId));
  });
}

export function disableMfa(
  context: AccountContext,
  { memberId, device }: Actor,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (!(await spendStepUp(tx, { member, type: 'mfa_settings' }))) {
      return err('user.mfa_settings.mfa_invalid');
    }
    if (!member.mfaEnabled) return ok(member);
    await setMfa(tx, memberId, { mfaEnabled: false });
    await recordEvent(tx, memberId, 'mfa_disabled', device);
    await sendSecurityNotice(tx, member, 'mfa_disabled');
    return ok(await reread(tx, memberId));
  });
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
