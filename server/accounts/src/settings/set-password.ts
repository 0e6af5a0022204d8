import type { AccountContext } from '@portal/server-members/account-context';
import {
  type ActingMember,
  findMemberById,
  type MemberRecord,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import {
  confirmPassword,
  forgetAttempts,
  passwordHashOf,
  storePasswordHash,
} from '../password/credentials.ts';
import { hashPassword } from '../password/password-hash.ts';
import { passwordProblem, passwordRefused, tooBusy } from '../password/password-rules.ts';

/** Changes the password or sets the first one, and ends the member's other sessions. */
export async function setMyPassword(
  context: AccountContext,
  { memberId, sessionUid, device }: ActingMember,
  { password, currentPassword }: { password: string; currentPassword?: string | undefined },
): Promise<Outcome<MemberRecord>> {
  const member = await findMemberById(context, memberId);
  if (!member || member.closedAt) return err('auth.unauthorized');
  const changes = member.passwordSet;
  const before = await passwordHashOf(context, memberId);
  const problem = await passwordProblem(context, password, member);
  if (problem) return passwordRefused(problem);
  if (changes) {
    const check = await confirmPassword(context, memberId, currentPassword ?? '');
    if (check === 'too_many') return err('too_many_attempts');
    if (check === 'wrong') return err('user.current_password_invalid');
    if (password.normalize('NFKC') === currentPassword?.normalize('NFKC')) {
      return passwordRefused('password.same_as_current');
    }
  }
  // Hashed before the transaction, because it takes as long as a hundred queries.
  const hash = await hashPassword(password);
  if (hash === 'busy') return tooBusy(context);

  return withLockedMember(context, memberId, async (tx, locked) => {
    // Set by another call meanwhile, whose password this one has not confirmed.
    if ((await passwordHashOf(tx, memberId)) !== before)
      return err('user.current_password_invalid');
    await storePasswordHash(tx, memberId, hash);
    await forgetAttempts(tx, locked.email);
    await tx.sessions.endAll(tx, memberId, sessionUid ? { exceptSession: sessionUid } : {});
    const notice = changes ? 'password_changed' : 'password_set';
    await announceChange(tx, await readBefore(tx, locked), { notice, device });
    return ok(await reloadMember(tx, memberId));
  });
}
