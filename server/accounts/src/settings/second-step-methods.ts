import type { AccountContext } from '@portal/server-members/account-context';
import { recordEvent } from '@portal/server-members/events';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import {
  type ActingMember,
  lockMember,
  withLockedMember,
} from '@portal/server-members/with-locked-member';
import { inTransaction } from '@portal/server-platform/database/database';
import { type Err, err, type Outcome, ok } from '@portal/server-platform/outcome';
import { keepsStrongSteps, mayRemove, type Removal } from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import * as passkeys from '../second-step/passkeys.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from '../second-step/recovery-codes.ts';
import { signInMethods } from '../second-step/sign-in-methods.ts';
import * as totp from '../second-step/totp.ts';
import { setMfa } from './second-step.ts';

/** Returns the options for the browser to create a passkey. */
export async function beginPasskey(context: AccountContext, { memberId }: ActingMember) {
  return withMember(context, memberId, (member) => passkeys.beginPasskey(context, member));
}

export function addPasskey(
  context: AccountContext,
  actingMember: ActingMember,
  made: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Outcome<passkeys.PasskeyRecord>> {
  return withLockedMember(context, actingMember.memberId, async (tx, member) => {
    const before = await readBefore(tx, member);
    const added = await passkeys.addPasskey(tx, member, made);
    if (!added) return err('user.passkey.not_accepted');
    await announceChange(tx, before, { notice: 'passkey_added', device: actingMember.device });
    return ok(added);
  });
}

/**
 * Removes a passkey. The last sign-in method is refused, and so is one of the last
 * two strong second steps where there are no codes; a passkey that is already
 * gone counts as removed.
 */
export function removePasskey(
  context: AccountContext,
  actingMember: ActingMember,
  id: string,
): Promise<Outcome<undefined>> {
  return withLockedMember(context, actingMember.memberId, async (tx, member) => {
    if (!(await isListed(tx, member.id, id))) return ok(undefined);
    const needed = await whyNeeded(tx, member, 'passkey');
    if (needed) return needed;
    const before = await readBefore(tx, member);
    await passkeys.removePasskey(tx, member.id, id);
    await announceChange(tx, before, { notice: 'passkey_removed', device: actingMember.device });
    return ok(undefined);
  });
}

export async function beginTotp(context: AccountContext, { memberId }: ActingMember) {
  return withMember(context, memberId, (member) => totp.beginTotp(context, member));
}

/**
 * Confirms an authenticator app, which turns the second step on. Returns
 * recovery codes if the member has none left.
 */
export async function confirmTotp(
  context: AccountContext,
  actingMember: ActingMember,
  code: string,
): Promise<Outcome<readonly string[]>> {
  // Not `withLockedMember`, because a refusal would roll back the count of a wrong code.
  return inTransaction(context.db, async (db): Promise<Outcome<readonly string[]>> => {
    const tx = { ...context, db };
    const member = await lockMember(tx, actingMember.memberId);
    if (!member) return err('auth.unauthorized');
    const before = await readBefore(tx, member);
    const check = await totp.confirmTotp(tx, member.id, code);
    if (check === 'too_many') return err('too_many_attempts');
    if (check !== 'right') return err('user.totp.code_invalid');
    const { device } = actingMember;
    await announceChange(tx, before, { notice: 'totp_added', device });
    // The message about the app says so too.
    if (!member.mfaEnabled) {
      await setMfa(tx, member.id, { mfaEnabled: true });
      await recordEvent(tx, member.id, 'mfa_enabled', device);
    }
    if ((await recoveryCodesLeft(tx, member.id)) > 0) return ok([]);
    await recordEvent(tx, member.id, 'recovery_codes_made', device);
    return ok(await makeRecoveryCodes(tx, member.id));
  });
}

export function removeTotp(
  context: AccountContext,
  actingMember: ActingMember,
): Promise<Outcome<undefined>> {
  return withLockedMember(context, actingMember.memberId, async (tx, member) => {
    const needed = await whyNeeded(tx, member, 'totp');
    if (needed) return needed;
    const before = await readBefore(tx, member);
    if (!(await totp.removeTotp(tx, member.id))) return ok(undefined);
    await announceChange(tx, before, { notice: 'totp_removed', device: actingMember.device });
    return ok(undefined);
  });
}

export function newRecoveryCodes(
  context: AccountContext,
  actingMember: ActingMember,
): Promise<Outcome<readonly string[]>> {
  return withLockedMember(context, actingMember.memberId, async (tx, member) => {
    const before = await readBefore(tx, member);
    const codes = await makeRecoveryCodes(tx, member.id);
    await announceChange(tx, before, {
      notice: 'recovery_codes_made',
      device: actingMember.device,
    });
    return ok(codes);
  });
}

/** Begins adding a second step. */
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
async function whyNeeded(
  tx: AccountContext,
  member: MemberRecord,
  removal: Removal,
): Promise<Err | undefined> {
  const methods = await signInMethods(tx, member);
  if (!mayRemove(methods, removal)) return err('user.second_step.last_way_in');
  if (!keepsStrongSteps(methods, removal)) return err('user.second_step.too_few');
  return undefined;
}

async function isListed(tx: AccountContext, memberId: string, id: string): Promise<boolean> {
  return (await passkeys.listPasskeys(tx, memberId)).some((passkey) => passkey.id === id);
}
