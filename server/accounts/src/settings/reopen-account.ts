import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import { memberDepartures } from '@portal/server-members/schema/events';
import { members } from '@portal/server-members/schema/members';
import { lockMember, reloadMember } from '@portal/server-members/with-locked-member';
import type { DomainContext } from '@portal/server-platform/database/context';
import { withTransaction } from '@portal/server-platform/database/with-transaction';
import { err, ok } from '@portal/server-platform/outcome';
import { eq } from 'drizzle-orm';
import { mailSignIn } from '../changes/not-me.ts';

/**
 * Brings a closed account back for a member who has just signed in, and mails it with a link for
 * whoever it was not. An account that is open already is left as it is.
 * @returns false when the account has been erased
 */
export async function reopenAccount(
  context: AccountContext,
  memberId: string,
  device: RequestDevice,
): Promise<boolean> {
  const outcome = await withTransaction(context, async (tx) => {
    const member = await lockMember(tx, memberId, { evenClosed: true });
    if (!member) return err('auth.unauthorized');
    if (!member.closedAt) return ok(undefined);
    await openAgain(tx, memberId, device);
    await mailSignIn(tx, await reloadMember(tx, memberId), 'account_reopened', device);
    return ok(undefined);
  });
  return outcome.ok;
}

/** Opens a closed account. Pass in a transaction in which the member is locked. */
export async function openAgain(
  tx: DomainContext,
  memberId: string,
  device: RequestDevice | undefined,
): Promise<void> {
  await tx.db
    .update(members)
    .set({ closedAt: null, updatedAt: tx.clock.now() })
    .where(eq(members.id, memberId));
  await tx.db.delete(memberDepartures).where(eq(memberDepartures.memberId, memberId));
  await recordEvent(tx, memberId, 'account_reopened', device);
}
