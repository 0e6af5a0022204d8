import type { AccountContext } from '@portal/server-members/account-context';
import { lockMember } from '@portal/server-members/members';
import { withTransaction } from '@portal/server-platform/database/database';
import { resetAttempts } from '@portal/server-platform/limits/attempt-limit';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { issueDevicePass } from '../browsers/known-devices.ts';
import { allowLockEmail, takeMailLink } from '../mail-links/mail-links.ts';
import { forgetAttempts } from '../password/credentials.ts';

export type UnblockOutcome =
  | { readonly status: 'unblocked'; readonly devicePass: string }
  | { readonly status: 'already_done' };

/**
 * Takes the link of the message about a lock and ends the lock: somebody who reads the account's
 * email may try again at once. The browser is then known for the account, so
 * that whoever locks the account again does not stop the sign-in that follows.
 */
export function unblock(context: AccountContext, code: string): Promise<Outcome<UnblockOutcome>> {
  return withTransaction(context, async (tx): Promise<Outcome<UnblockOutcome>> => {
    const link = await takeMailLink(tx, 'unblock', code);
    if (link.kind === 'used_before') return ok({ status: 'already_done' });
    if (link.kind === 'unknown') return err('token.not_found');
    const member = await lockMember(tx, link.row.memberId);
    if (!member || member.email !== link.row.target) return err('token.not_found');
    await forgetAttempts(tx, member.email);
    await resetAttempts(tx, member.id);
    await allowLockEmail(tx, member.id);
    return ok({ status: 'unblocked', devicePass: issueDevicePass(tx, member.id) });
  });
}
