import type { AccountContext } from '@portal/server-members/account-context';
import { closedUntil } from '@portal/server-members/closing-period';
import { memberDepartures } from '@portal/server-members/schema/events';
import { members } from '@portal/server-members/schema/members';
import type { StepUps } from '@portal/server-members/step-ups';
import { type ActingMember, withLockedMember } from '@portal/server-members/with-locked-member';
import { declineAllOffers } from '@portal/server-passports/giving/transfer';
import { hasPassportToKeep } from '@portal/server-passports/passport/has-live-passport';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import type { deleteMe, EndpointRequest } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';

/**
 * Closes the account and ends every session, including this one. For 30 days signing in brings it back,
 * and so does the link of the message. With another identity provider only the
 * link does.
 * @param actingMember.stepUps of which the act's own is spent
 */
export function closeAccount(
  context: AccountContext,
  { memberId, device, stepUps }: ActingMember & { readonly stepUps: StepUps },
  { reason, comment, given_up }: EndpointRequest<typeof deleteMe>['body'],
): Promise<Outcome<undefined>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (await hasPassportToKeep(tx, memberId, given_up)) {
      return err('user.deactivate_account.has_passport');
    }
    if (!(await stepUps.take(tx, 'close_account'))) return err('user.step_up_required');
    const before = await readBefore(tx, member);
    const now = tx.clock.now();
    await tx.db
      .update(members)
      .set({ closedAt: now, updatedAt: now })
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
