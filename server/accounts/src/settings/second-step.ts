import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import type { MemberRecord } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import {
  type ActingMember,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/with-locked-member';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  CODE_ERRORS,
  type CodeChannel,
  hasStrongSteps,
  maskEmail,
  maskPhone,
  type SecondStepChannel,
} from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import { isConfirmed } from '../step-up/recorded-step-ups.ts';

type SecondStepValues = Pick<MemberRecord, 'mfaEnabled'> &
  Partial<Pick<MemberRecord, 'mfaChannel' | 'mfaWithoutCodes'>>;

/**
 * Turns the second step on or changes its channel. An address or number that is not confirmed
 * yet is confirmed by a code that was sent to it.
 */
export function enableMfa(
  context: AccountContext,
  { memberId, device }: ActingMember,
  channel: SecondStepChannel,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (channel === 'none') {
      if (!hasStrongSteps(await signInMethods(tx, member))) return err('user.second_step.too_few');
      return change(tx, member, { mfaEnabled: true, mfaWithoutCodes: true }, { device });
    }
    const target = channel === 'sms' ? member.phone : member.email;
    if (!target) return err('user.send_code.phone_number_invalid');
    if (!isConfirmed(member, target)) {
      const type = channel === 'sms' ? 'verify_phone' : 'verify_email_by_user';
      if (!(await spendStepUp(tx, { member, type, target }))) return err(CODE_ERRORS[type]);
      await confirm(tx, memberId, channel);
    }
    const values = { mfaEnabled: true, mfaChannel: channel, mfaWithoutCodes: false };
    const detail = channel === 'sms' ? maskPhone(target) : maskEmail(target);
    return change(tx, member, values, { device, detail });
  });
}

/** Stores what is different, and tells the member. */
async function change(
  tx: AccountContext,
  member: MemberRecord,
  values: SecondStepValues,
  { device, detail }: { readonly device: RequestDevice | undefined; readonly detail?: string },
): Promise<Outcome<MemberRecord>> {
  const names = Object.keys(values) as (keyof SecondStepValues)[];
  if (names.some((name) => member[name] !== values[name])) {
    const before = await readBefore(tx, member);
    await setMfa(tx, member.id, values);
    await announceChange(tx, before, { notice: noticeOf(member, values), device, detail });
  }
  return ok(await reloadMember(tx, member.id));
}

function noticeOf({ mfaEnabled }: MemberRecord, { mfaWithoutCodes }: SecondStepValues) {
  if (mfaWithoutCodes) return 'mfa_codes_off';
  return mfaEnabled ? 'mfa_channel_changed' : 'mfa_enabled';
}

export function disableMfa(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (!member.mfaEnabled) return ok(member);
    const before = await readBefore(tx, member);
    await setMfa(tx, memberId, { mfaEnabled: false, mfaWithoutCodes: false });
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
  values: SecondStepValues,
): Promise<void> {
  await db
    .update(members)
    .set({ ...values, updatedAt: clock.now() })
    .where(eq(members.id, memberId));
}
