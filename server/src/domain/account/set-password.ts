import { mailNotice } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { hasStepUp, spendStepUp } from '../codes/step-up.ts';
import { confirmPassword, forgetAttempts, storePasswordHash } from '../credentials.ts';
import { recordEvent } from '../events.ts';
import { findMemberById, type MemberRecord } from '../members.ts';
import { hashPassword } from '../password-hash.ts';
import { endSessionsOf } from '../sessions.ts';
import { type Actor, actAs, reread } from './actor.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { passwordProblem, passwordRefused, tooBusy } from './password-rules.ts';

/** Changes the password, or sets the first one. The other sessions of the member end. */
export async function setMyPassword(
  context: AccountContext,
  { memberId, sessionUid, device }: Actor,
  { password, currentPassword }: { password: string; currentPassword?: string | undefined },
): Promise<Outcome<MemberRecord>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.cancelledAt) return refused('auth.unauthorized');
  const changes = member.passwordSet;
  const type = changes ? 'mfa_change_password' : 'mfa_setting_password';
  const noStepUp = refused(
    changes ? 'user.change_password.mfa_invalid' : 'user.setting_password.mfa_invalid',
  );

  const problem = await passwordProblem(password, member.email);
  if (problem) return passwordRefused(problem);
  if (!(await hasStepUp(context, { member, type }))) return noStepUp;
  if (changes) {
    const check = await confirmPassword(context, memberId, currentPassword ?? '');
    if (check === 'too_many') return refused('too_many_attempts');
    if (check === 'wrong') return refused('user.current_password_invalid');
    if (password.normalize('NFKC') === currentPassword?.normalize('NFKC')) {
      return passwordRefused('password.same_as_current');
    }
  }
  // Before the transaction: it takes as long as a hundred queries.
  const hash = await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return actAs(context, memberId, async (tx, locked) => {
    if (locked.passwordSet !== changes || !(await spendStepUp(tx, { member: locked, type }))) {
      return noStepUp;
    }
    await storePasswordHash(tx, memberId, hash);
    await forgetAttempts(tx, locked.email);
    await endSessionsOf(tx, memberId, sessionUid ? { exceptSession: sessionUid } : {});
    await recordEvent(tx, memberId, changes ? 'password_changed' : 'password_set', device);
    await mailNotice(tx, locked, changes ? 'password_changed' : 'password_set');
    return done(await reread(tx, memberId));
  });
}
