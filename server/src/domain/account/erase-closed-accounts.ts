import { and, eq, inArray, lte, ne, or } from 'drizzle-orm';
import { inTransaction } from '../../db/database.ts';
import { verificationCodes } from '../../db/schema/codes.ts';
import { members } from '../../db/schema/members.ts';
import { outboxMessages } from '../../db/schema/outbox.ts';
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

async function erase(tx: DomainContext, member: typeof members.$inferSelect): Promise<void> {
  const { id, email, emailNormalized, phone } = member;
  // A refund that is on its way still needs its payment; the next run finds it settled.
  if (await hasOpenPayment(tx, id)) return;
  await keepPurchasesOf(tx, id);
  await leavePassportsOfOthers(tx, id);
  // These rows name the member without a foreign key.
  await tx.db
    .delete(verificationCodes)
    .where(inArray(verificationCodes.subject, [id, emailNormalized]));
  const { recipient, status } = outboxMessages;
  // Somebody else may have the same number, and wait for a code.
  const texted = phone === null ? undefined : and(eq(recipient, phone), ne(status, 'queued'));
  await tx.db.delete(outboxMessages).where(or(eq(recipient, email), texted));
  await tx.db.delete(members).where(eq(members.id, id));
}
