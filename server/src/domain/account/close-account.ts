import type { LeavingReason } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { memberDepartures } from '../../db/schema/events.ts';
import { members } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import { hasLivePassport } from '../passports/has-live-passport.ts';
import { declineAllOffers } from '../passports/transfer.ts';
import { announceChange } from '../undo/announce-change.ts';
import { readBefore } from '../undo/sign-in-settings.ts';
import { closedUntil } from './closing-period.ts';
import { err, type Outcome, ok } from './outcome.ts';
import type { Proofs } from './recent-proof.ts';
import { type ActingMember, withLockedMember } from './with-locked-member.ts';

/**
 * Closes the account and ends every session, including this one. For 30 days signing in brings it back,
 * and so does the link of the message (product §12.61, §12.65). With another identity provider only the
 * link does (product §10.164).
 * @param actingMember.proofs of which the act's own is spent
 */
export function closeAccount(
  context: AccountContext,
  { memberId, device, proofs }: ActingMember & { readonly proofs: Proofs },
  { reason, comment }: { readonly reason: LeavingReason; readonly comment: string | null },
): Promise<Outcome<undefined>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (await hasLivePassport(tx, memberId)) return err('user.deactivate_account.has_passport');
    if (!(await proofs.take(tx, 'close_account'))) return err('user.proof_required');
    const before = await readBefore(tx, member);
    const now = tx.clock.now();
    await tx.db
      .update(members)
      .set({ cancelledAt: now, updatedAt: now })
      .where(eq(members.id, memberId));
    await tx.db.insert(memberDepartures).values({ memberId, reason, comment, leftAt: now });
    await declineAllOffers(tx, memberId);
    await tx.sessions.endAll(tx, memberId);
    // Another identity provider does not know of the closing: signing in there brings nothing back.
    const until = tx.config.otherProvider ? undefined : closedUntil(now);
    await announceChange(tx, before, { notice: 'account_closed', device, until });
    return ok(undefined);
  });
}
