import type { CodeChannel } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { mailNotice } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { type Actor, actAs, reread } from './actor.ts';
import { done, type Outcome, refused } from './outcome.ts';

/** Turns two-step verification on, or changes its channel; the code must have come by that channel. */
export function enableMfa(
  context: AccountContext,
  { memberId, device }: Actor,
  channel: CodeChannel,
): Promise<Outcome<MemberRecord>> {
  return actAs(context, memberId, async (tx, member) => {
    const target = channel === 'sms' ? member.phone : member.email;
    if (!target) return refused('user.send_code.phone_number_invalid');
    if (!(await spendStepUp(tx, { member, type: 'mfa_settings', target }))) {
      return refused('user.mfa_settings.mfa_invalid');
    }
    if (member.mfaEnabled && member.mfaChannel === channel) return done(member);
    await setMfa(tx, memberId, { mfaEnabled: true, mfaChannel: channel });
    const event = member.mfaEnabled ? 'mfa_channel_changed' : 'mfa_enabled';
    await recordEvent(tx, memberId, event, device);
    await mailNotice(tx, member, event);
    return done(await reread(tx, memberId));
  });
}

export function disableMfa(
  context: AccountContext,
  { memberId, device }: Actor,
): Promise<Outcome<MemberRecord>> {
  return actAs(context, memberId, async (tx, member) => {
    if (!(await spendStepUp(tx, { member, type: 'mfa_settings' }))) {
      return refused('user.mfa_settings.mfa_invalid');
    }
    if (!member.mfaEnabled) return done(member);
    await setMfa(tx, memberId, { mfaEnabled: false });
    await recordEvent(tx, memberId, 'mfa_disabled', device);
    await mailNotice(tx, member, 'mfa_disabled');
    return done(await reread(tx, memberId));
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
