import { mayRemove } from '@portal/shared-contract';
import { and, eq } from 'drizzle-orm';
import { connections } from '../../db/schema/members.ts';
import { mailNotice } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { waysIn } from '../second-factors/ways-in.ts';
import { type Actor, actAs, reread } from './actor.ts';
import { done, type Outcome, refused } from './outcome.ts';

/**
 * Parts LINE from the account. Where it is the only way in it is refused before anything is spent, so
 * that the member can set a password and come back.
 */
export function unlinkLine(
  context: AccountContext,
  { memberId, device }: Actor,
): Promise<Outcome<MemberRecord>> {
  return actAs(context, memberId, async (tx, member) => {
    if (!member.lineLinked) return done(member);
    if (!mayRemove(await waysIn(tx, member), 'line')) {
      return refused('user.disconnect_line.not_set_password');
    }
    if (!(await spendStepUp(tx, { member, type: 'mfa_disconnect_line' }))) {
      return refused('user.disconnect_line.mfa_invalid');
    }
    await tx.db
      .delete(connections)
      .where(and(eq(connections.memberId, memberId), eq(connections.connection, 'line')));
    await recordEvent(tx, memberId, 'line_unlinked', device);
    await mailNotice(tx, member, 'line_unlinked');
    return done(await reread(tx, memberId));
  });
}
