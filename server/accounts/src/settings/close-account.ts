import type { AccountContext, StepUps } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import {
  type ActingMember,
  changeMember,
  closedUntil,
  erasedIfClosedBy,
  lockMember,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import { memberDepartures } from '@portal/server-members/schema/events';
import { type Member, members } from '@portal/server-members/schema/members';
import { declineAllOffers } from '@portal/server-passports/giving/transfer';
import {
  hasOpenPayment,
  hasPassportToKeep,
  keepPurchasesOf,
  leavePassportsOfOthers,
} from '@portal/server-passports/passport/holdings';
import {
  type DomainContext,
  inTransaction,
  withTransaction,
} from '@portal/server-platform/database/database';
import { deleteRows } from '@portal/server-platform/database/rows';
import { isOf } from '@portal/server-platform/database/tables';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import type { deleteMe, EndpointRequest } from '@portal/shared-contract';
import { and, eq, lte } from 'drizzle-orm';
import { announceChange } from '../changes/announce-change.ts';
import { mailSignIn } from '../changes/not-me.ts';
import { readBefore } from '../changes/sign-in-settings.ts';

/**
 * Closes the account and ends every session, including this one. For 30 days signing in brings it back, and so does
 * the link of the message. With another identity provider only the link does.
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
    await changeMember(tx, memberId, { closedAt: now });
    await tx.db.insert(memberDepartures).values({ memberId, reason, comment, leftAt: now });
    await declineAllOffers(tx, memberId);
    await tx.sessions.endAll(tx, memberId);
    // Another identity provider does not know of the closing: signing in there brings nothing back.
    const until = tx.config.otherProvider ? undefined : closedUntil(now);
    await announceChange(tx, before, { notice: 'account_closed', device, until });
    return ok(undefined);
  });
}

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
  await changeMember(tx, memberId, { closedAt: null });
  await deleteRows(tx, memberDepartures, { memberId });
  await recordEvent(tx, memberId, 'account_reopened', device);
}

type EraseContext = DomainContext & Pick<AccountContext, 'tables'>;

/** Erases the accounts that were closed 30 days ago. Safe to run on every replica at any time. */
export async function eraseClosedAccounts(context: EraseContext): Promise<void> {
  const isDue = lte(members.closedAt, erasedIfClosedBy(context.clock.now()));
  const due = await context.db.select({ id: members.id }).from(members).where(isDue);
  for (const { id } of due) {
    await inTransaction(context.db, async (db) => {
      const [member] = await db
        .select()
        .from(members)
        .where(and(eq(members.id, id), isDue))
        .for('update', { skipLocked: true });
      if (member) await erase({ ...context, db }, member);
    });
  }
}

async function erase(tx: EraseContext, member: Member): Promise<void> {
  // A refund that is on its way still needs its payment; the next run finds it settled.
  if (await hasOpenPayment(tx, member.id)) return;
  await keepPurchasesOf(tx, member.id);
  await leavePassportsOfOthers(tx, member.id);
  // The row of the member comes last: every foreign key follows it.
  const named = tx.tables.filter(({ erased }) => erased === 'by the job');
  for (const described of named.filter(({ table }) => table !== members)) {
    await tx.db.delete(described.table).where(isOf(described, member));
  }
  await tx.db.delete(members).where(eq(members.id, member.id));
}
