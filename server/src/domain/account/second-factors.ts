import { mayRemove, type Removal } from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { inTransaction } from '../../db/database.ts';
import type { AccountNotice } from '../../mail/account-letters.ts';
import { mailNotice } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { hasStepUp, spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import * as passkeys from '../second-factors/passkeys.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from '../second-factors/recovery-codes.ts';
import * as totp from '../second-factors/totp.ts';
import { waysIn } from '../second-factors/ways-in.ts';
import { type Actor, actAs, lockMember } from './actor.ts';
import { done, type Outcome, type Refused, refused } from './outcome.ts';
import { setMfa } from './two-step.ts';

const NO_STEP_UP = refused('user.mfa_settings.mfa_invalid');

/** What the browser needs to make a passkey; the step-up is spent by keeping it. */
export async function beginPasskey(context: AccountContext, { memberId }: Actor) {
  return beginning(context, memberId, (member) => passkeys.beginPasskey(context, member));
}

export function addPasskey(
  context: AccountContext,
  actor: Actor,
  made: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Outcome<passkeys.PasskeyRecord>> {
  return changing(context, actor, async (tx, member) => {
    const added = await passkeys.addPasskey(tx, member.id, made);
    if (!added) return refused('user.passkey.not_accepted');
    await tell(tx, member, 'passkey_added', actor);
    return done(added);
  });
}

/** The last way in is refused, and spends nothing; one that is gone is removed already. */
export function removePasskey(
  context: AccountContext,
  actor: Actor,
  id: string,
): Promise<Outcome<undefined>> {
  return actAs(context, actor.memberId, async (tx, member) => {
    if (!(await isListed(tx, member.id, id))) return done(undefined);
    const last = await lastWayIn(tx, member, 'passkey');
    if (last) return last;
    if (!(await spendStepUp(tx, { member, type: 'mfa_settings' }))) return NO_STEP_UP;
    await passkeys.removePasskey(tx, member.id, id);
    await tell(tx, member, 'passkey_removed', actor);
    return done(undefined);
  });
}

export async function beginTotp(context: AccountContext, { memberId }: Actor) {
  return beginning(context, memberId, (member) => totp.beginTotp(context, member));
}

/**
 * Confirms an authenticator app, which turns two-step verification on. Answers recovery codes where
 * the member has none left.
 */
export async function confirmTotp(
  context: AccountContext,
  actor: Actor,
  code: string,
): Promise<Outcome<readonly string[]>> {
  // Not `actAs`: a wrong code must stay counted, and keeps the step-up for the next try.
  return inTransaction(context.db, async (db): Promise<Outcome<readonly string[]>> => {
    const tx = { ...context, db };
    const member = await lockMember(tx, actor.memberId);
    if (!member) return refused('auth.unauthorized');
    const claim = { member, type: 'mfa_settings' } as const;
    if (!(await hasStepUp(tx, claim))) return NO_STEP_UP;
    const check = await totp.confirmTotp(tx, member.id, code);
    if (check === 'too_many') return refused('too_many_attempts');
    if (check === 'wrong') return refused('user.totp.code_invalid');
    await spendStepUp(tx, claim);
    await tell(tx, member, 'totp_added', actor);
    if (!member.mfaEnabled) {
      await setMfa(tx, member.id, { mfaEnabled: true });
      await tell(tx, member, 'mfa_enabled', actor);
    }
    if ((await recoveryCodesLeft(tx, member.id)) > 0) return done([]);
    await recordEvent(tx, member.id, 'recovery_codes_made', actor.device);
    return done(await makeRecoveryCodes(tx, member.id));
  });
}

export function removeTotp(context: AccountContext, actor: Actor): Promise<Outcome<undefined>> {
  return changing(context, actor, async (tx, member) => {
    const last = await lastWayIn(tx, member, 'totp');
    if (last) return last;
    if (await totp.removeTotp(tx, member.id)) await tell(tx, member, 'totp_removed', actor);
    return done(undefined);
  });
}

export function newRecoveryCodes(
  context: AccountContext,
  actor: Actor,
): Promise<Outcome<readonly string[]>> {
  return changing(context, actor, async (tx, member) => {
    const codes = await makeRecoveryCodes(tx, member.id);
    await tell(tx, member, 'recovery_codes_made', actor);
    return done(codes);
  });
}

/** First half of adding something: allowed by the step-up, which only the second half spends. */
async function beginning<T>(
  context: AccountContext,
  memberId: string,
  begin: (member: MemberRecord) => Promise<T>,
): Promise<Outcome<T>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt) return refused('auth.unauthorized');
  if (!(await hasStepUp(context, { member, type: 'mfa_settings' }))) return NO_STEP_UP;
  return done(await begin(member));
}

/** A change of second factors that spends its step-up, both or neither. */
function changing<T>(
  context: AccountContext,
  { memberId }: Actor,
  work: (tx: AccountContext, member: MemberRecord) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return actAs(context, memberId, async (tx, member) => {
    if (!(await spendStepUp(tx, { member, type: 'mfa_settings' }))) return NO_STEP_UP;
    return work(tx, member);
  });
}

async function lastWayIn(
  tx: AccountContext,
  member: MemberRecord,
  removal: Removal,
): Promise<Refused | undefined> {
  const allowed = mayRemove(await waysIn(tx, member), removal);
  return allowed ? undefined : refused('user.second_factor.last_way_in');
}

async function isListed(tx: AccountContext, memberId: string, id: string): Promise<boolean> {
  return (await passkeys.listPasskeys(tx, memberId)).some((passkey) => passkey.id === id);
}

/** Into the list of activities, and by mail. */
async function tell(
  tx: AccountContext,
  member: MemberRecord,
  event: Extract<AccountNotice, Parameters<typeof recordEvent>[2]>,
  { device }: Actor,
): Promise<void> {
  await recordEvent(tx, member.id, event, device);
  await mailNotice(tx, member, event);
}
