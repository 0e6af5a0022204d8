import type { LeavingReason } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { memberDepartures } from '../../db/schema/events.ts';
import { members } from '../../db/schema/members.ts';
import { farewellLetter } from '../../mail/account-letters.ts';
import { mailLetter } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { spendStepUp } from '../codes/step-up.ts';
import { hasLivePass } from '../passes/has-live-pass.ts';
import { refuseAllOffers } from '../passes/transfer.ts';
import { endSessionsOf } from '../sessions.ts';
import { type Actor, actAs } from './actor.ts';
import { done, type Outcome, refused } from './outcome.ts';

/** Closes the account: no session opens it any more, this one included. */
export function closeAccount(
  context: AccountContext,
  { memberId }: Actor,
  { reason, comment }: { readonly reason: LeavingReason; readonly comment: string | null },
): Promise<Outcome<undefined>> {
  return actAs(context, memberId, async (tx, member) => {
    // Asked first: whoever has to keep the account keeps their confirmation too.
    if (await hasLivePass(tx, memberId)) return refused('user.deactivate_account.has_passport');
    if (!(await spendStepUp(tx, { member, type: 'mfa_deactivate_account' }))) {
      return refused('user.deactivate_account.mfa_invalid');
    }
    const now = tx.clock.now();
    await tx.db
      .update(members)
      .set({ cancelledAt: now, updatedAt: now })
      .where(eq(members.id, memberId));
    await tx.db.insert(memberDepartures).values({ memberId, reason, comment, leftAt: now });
    await refuseAllOffers(tx, memberId);
    await endSessionsOf(tx, memberId);
    await mailLetter(tx, member, farewellLetter(member.locale));
    return done(undefined);
  });
}
