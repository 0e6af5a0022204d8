import { eq } from 'drizzle-orm';
import { memberDepartures } from '../../db/schema/events.ts';
import { members } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import type { DomainContext } from '../context.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { mailSignIn } from '../undo/not-me.ts';
import { withTransaction } from '../with-transaction.ts';
import { err, ok } from './outcome.ts';
import { lockMember, reloadMember } from './with-locked-member.ts';

/**
 * Brings a closed account back for a member who has just signed in, and mails it with a link for
 * whoever it was not (product §12.62). An account that is open already is left as it is.
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
    if (!member.cancelledAt) return ok(undefined);
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
    .set({ cancelledAt: null, updatedAt: tx.clock.now() })
    .where(eq(members.id, memberId));
  await tx.db.delete(memberDepartures).where(eq(memberDepartures.memberId, memberId));
  await recordEvent(tx, memberId, 'account_reopened', device);
}
