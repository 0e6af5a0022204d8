import { mayRemove } from '@portal/shared-contract';
import { and, eq } from 'drizzle-orm';
import { connections } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { sendSecurityNotice } from '../messages.ts';
import { signInMethods } from '../second-factors/sign-in-methods.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { type Actor, reread, withLockedMember } from './with-locked-member.ts';

/**
 * Unlinks LINE. When it is the only sign-in method, the call is refused before anything is spent,
 * so that the member can set a password and try again.
 */
export function unlinkLine(
  context: AccountContext,
  { memberId, device }: Actor,
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (!member.lineLinked) return ok(member);
    if (!mayRemove(await signInMethods(tx, member), 'line')) {
      return err('user.disconnect_line.not_set_password');
    }
    if (!(await spendStepUp(tx, { member, type: 'mfa_disconnect_line' }))) {
      return err('user.disconnect_line.mfa_invalid');
    }
    await tx.db
      .delete(connections)
      .where(and(eq(connections.memberId, memberId), eq(connections.connection, 'line')));
    await recordEvent(tx, memberId, 'line_unlinked', device);
    await sendSecurityNotice(tx, member, 'line_unlinked');
    return ok(await reread(tx, memberId));
  });
}
