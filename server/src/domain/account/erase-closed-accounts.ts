import { and, eq, lte } from 'drizzle-orm';
import { inTransaction } from '../../db/database.ts';
import { isOf } from '../../db/personal-data.ts';
import { PERSONAL_TABLES } from '../../db/personal-tables.ts';
import { type Member, members } from '../../db/schema/members.ts';
import type { DomainContext } from '../context.ts';
import { keepPurchasesOf, leavePassportsOfOthers } from '../passports/erase-owner.ts';
import { hasOpenPayment } from '../passports/has-open-payment.ts';
import { erasedIfClosedBy } from './closing-period.ts';

/**
 * Erases the accounts that were closed 30 days ago, with everything that belongs to them (product
 * §12.63). Safe to run on every replica at any time.
 */
export async function eraseClosedAccounts(context: DomainContext): Promise<void> {
  const isDue = lte(members.cancelledAt, erasedIfClosedBy(context.clock.now()));
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

async function erase(tx: DomainContext, member: Member): Promise<void> {
  // A refund that is on its way still needs its payment; the next run finds it settled.
  if (await hasOpenPayment(tx, member.id)) return;
  await keepPurchasesOf(tx, member.id);
  await leavePassportsOfOthers(tx, member.id);
  // The row of the member comes last: every foreign key follows it.
  const named = PERSONAL_TABLES.filter(({ erased }) => erased === 'by the job');
  for (const described of named.filter(({ table }) => table !== members)) {
    await tx.db.delete(described.table).where(isOf(described, member));
  }
  await tx.db.delete(members).where(eq(members.id, member.id));
}
