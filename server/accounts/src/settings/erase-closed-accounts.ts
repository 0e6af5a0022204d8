import type { AccountContext } from '@portal/server-members/account-context';
import { erasedIfClosedBy } from '@portal/server-members/closing-period';
import { type Member, members } from '@portal/server-members/schema/members';
import {
  keepPurchasesOf,
  leavePassportsOfOthers,
} from '@portal/server-passports/passport/erase-owner';
import { hasOpenPayment } from '@portal/server-passports/payments/has-open-payment';
import type { DomainContext } from '@portal/server-platform/database/context';
import { inTransaction } from '@portal/server-platform/database/database';
import { isOf } from '@portal/server-platform/database/personal-data';
import { and, eq, lte } from 'drizzle-orm';

type EraseContext = DomainContext & Pick<AccountContext, 'tables'>;

/**
 * Erases the accounts that were closed 30 days ago, with everything that belongs to them.
 * Safe to run on every replica at any time.
 */
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
