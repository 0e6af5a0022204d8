import type { LeavingReason } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { memberDepartures } from '../../db/schema/events.ts';
import { members } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import { hasLivePassport } from '../passports/has-live-passport.ts';
import { declineAllOffers } from '../passports/transfer.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { type ActingMember, withLockedMember } from './with-locked-member.ts';

/**
 * Closes the account and ends every session, including this one.
 * @param actingMember.proven whether there is a recent proof
 */
export function closeAccount(
  context: AccountContext,
  { memberId, device, proven }: ActingMember & { readonly proven: boolean },
  { reason, comment }: { readonly reason: LeavingReason; readonly comment: string | null },
): Promise<Outcome<undefined>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (await hasLivePassport(tx, memberId)) return err('user.deactivate_account.has_passport');
    if (!proven) return err('user.proof_required');
    const now = tx.clock.now();
    await tx.db
      .update(members)
      .set({ cancelledAt: now, updatedAt: now })
      .where(eq(members.id, memberId));
    await tx.db.insert(memberDepartures).values({ memberId, reason, comment, leftAt: now });
    await declineAllOffers(tx, memberId);
    await tx.sessions.endAll(tx, memberId);
    await tx.sendMessage(tx, member, { kind: 'account_closed', at: now, device });
    return ok(undefined);
  });
}
