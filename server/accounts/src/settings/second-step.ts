import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import {
  type ActingMember,
  changeMember,
  findMemberById,
  lockMember,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { transact } from '@portal/server-platform/database/database';
import { deleteRows, hasRow } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  CODE_ERRORS,
  hasStrongSteps,
  keepsStrongSteps,
  maskEmail,
  maskPhone,
  mayRemove,
  type Removal,
  type SecondStepChannel,
} from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { passkeys as passkeysTable, totpSecrets } from '../schema/second-step-methods.ts';
import * as passkeys from '../second-step/passkeys.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from '../second-step/recovery-codes.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import * as totp from '../second-step/totp.ts';
import { isConfirmed } from '../step-up/recorded-step-ups.ts';

type SecondStepValues = Pick<MemberRecord, 'mfaEnabled'> &
  Partial<Pick<MemberRecord, 'mfaChannel' | 'mfaWithoutCodes'>>;

/** Turns the second step on or changes its channel; an unconfirmed target is confirmed by a code sent to it. */
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
      const confirmed =
        channel === 'sms' ? { phoneConfirmedAt: tx.clock.now() } : { emailVerified: true };
      await changeMember(tx, memberId, confirmed);
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
    await changeMember(tx, member.id, values);
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
    await changeMember(tx, memberId, { mfaEnabled: false, mfaWithoutCodes: false });
    await announceChange(tx, before, { notice: 'mfa_disabled', device });
    return ok(await reloadMember(tx, memberId));
  });
}

export const beginPasskey = (context: AccountContext, { memberId }: ActingMember) =>
  withMember(context, memberId, (member) => passkeys.beginPasskey(context, member));

export function addPasskey(
  context: AccountContext,
  { memberId, device }: ActingMember,
  made: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Outcome<passkeys.PasskeyRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const before = await readBefore(tx, member);
    const added = await passkeys.addPasskey(tx, member, made);
    if (!added) return err('user.passkey.not_accepted');
    await announceChange(tx, before, { notice: 'passkey_added', device });
    return ok(added);
  });
}

/**
 * Removes a passkey. The last sign-in method is refused, and so is one of the last two strong second steps where
 * there are no codes; a passkey that is already gone counts as removed.
 */
export function removePasskey(
  context: AccountContext,
  { memberId, device }: ActingMember,
  id: string,
): Promise<Outcome<undefined>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (!(await hasRow(tx, passkeysTable, { id, memberId }))) return ok(undefined);
    const needed = await whyNeeded(tx, member, 'passkey');
    if (needed) return needed;
    const before = await readBefore(tx, member);
    await deleteRows(tx, passkeysTable, { id, memberId });
    await announceChange(tx, before, { notice: 'passkey_removed', device });
    return ok(undefined);
  });
}

export const beginTotp = (context: AccountContext, { memberId }: ActingMember) =>
  withMember(context, memberId, (member) => totp.beginTotp(context, member));

/** Confirms an app, which turns the second step on; answers recovery codes if the member has none left. */
export async function confirmTotp(
  context: AccountContext,
  { memberId, device }: ActingMember,
  code: string,
): Promise<Outcome<readonly string[]>> {
  // Not `withLockedMember`, because a refusal would roll back the count of a wrong code.
  return transact(context, async (tx): Promise<Outcome<readonly string[]>> => {
    const member = await lockMember(tx, memberId);
    if (!member) return err('auth.unauthorized');
    const before = await readBefore(tx, member);
    const check = await totp.confirmTotp(tx, member.id, code);
    if (check === 'too_many') return err('too_many_attempts');
    if (check !== 'right') return err('user.totp.code_invalid');
    await announceChange(tx, before, { notice: 'totp_added', device });
    // The message about the app says so too.
    if (!member.mfaEnabled) {
      await changeMember(tx, member.id, { mfaEnabled: true });
      await recordEvent(tx, member.id, 'mfa_enabled', device);
    }
    if ((await recoveryCodesLeft(tx, member.id)) > 0) return ok([]);
    await recordEvent(tx, member.id, 'recovery_codes_made', device);
    return ok(await makeRecoveryCodes(tx, member.id));
  });
}

export function removeTotp(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<undefined>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const needed = await whyNeeded(tx, member, 'totp');
    if (needed) return needed;
    const before = await readBefore(tx, member);
    const [removed] = await deleteRows(tx, totpSecrets, { memberId });
    if (!removed?.confirmedAt) return ok(undefined);
    await announceChange(tx, before, { notice: 'totp_removed', device });
    return ok(undefined);
  });
}

export function newRecoveryCodes(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<readonly string[]>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const before = await readBefore(tx, member);
    const codes = await makeRecoveryCodes(tx, memberId);
    await announceChange(tx, before, { notice: 'recovery_codes_made', device });
    return ok(codes);
  });
}

async function withMember<T>(
  context: AccountContext,
  memberId: string,
  begin: (member: MemberRecord) => Promise<T>,
): Promise<Outcome<T>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  return ok(await begin(member));
}

/** Why what is to be removed cannot be: without it nobody could sign in, or only with codes. */
async function whyNeeded(tx: AccountContext, member: MemberRecord, removal: Removal) {
  const methods = await signInMethods(tx, member);
  if (!mayRemove(methods, removal)) return err('user.second_step.last_way_in');
  if (!keepsStrongSteps(methods, removal)) return err('user.second_step.too_few');
  return undefined;
}
