import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { passports, passportTransfers } from '../../db/schema/passports.ts';
import { err, type Outcome } from '../account/outcome.ts';
import type { DomainContext } from '../context.ts';
import { isUuid } from '../members.ts';
import { withTransaction } from '../with-transaction.ts';
import type { PassportRecord, TransferRecord } from './passport.ts';

/** A passport with the role that one member has for it. */
export type PassportAccess = {
  readonly passport: PassportRecord;
  readonly role: 'owner' | 'receiver';
  /** The open transfer. */
  readonly transfer: TransferRecord | undefined;
};

/**
 * Finds a passport that the member owns or is offered.
 * @returns `ap_passport.not_found` for a passport that never concerned the member, and
 *   `ap_passport.user.access_denied` for one that they gave away or declined (product §14.13, §14.14)
 */
export async function findPassport(
  { db }: DomainContext,
  memberId: string,
  passportId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Outcome<PassportAccess>> {
  if (!isUuid(passportId)) return err('ap_passport.not_found');
  const query = db.select().from(passports).where(eq(passports.id, passportId));
  const [passport] = await (lock ? query.for('update') : query);
  if (!passport) return err('ap_passport.not_found');

  const transfers = await db
    .select()
    .from(passportTransfers)
    .where(eq(passportTransfers.passportId, passportId));
  const transfer = transfers.find(({ outcome }) => outcome === null);
  if (passport.ownerId === memberId)
    return { ok: true, value: { passport, role: 'owner', transfer } };
  if (transfer?.receiverId === memberId) {
    return { ok: true, value: { passport, role: 'receiver', transfer } };
  }
  const wasInvolved = transfers.some(
    ({ senderId, receiverId }) => senderId === memberId || receiverId === memberId,
  );
  return err(wasInvolved ? 'ap_passport.user.access_denied' : 'ap_passport.not_found');
}

/**
 * Runs an action in a transaction with the passport locked, so that two actions on one passport
 * follow each other (product §14.21). A refusal rolls back.
 * @param who.role the role that may do it; any other answers `ap_passport.user.access_denied`
 * @param work only queries the database, because it may run more than once
 */
export function withLockedPassport<C extends DomainContext, T>(
  context: C,
  who: {
    readonly memberId: string;
    readonly passportId: string;
    readonly role: PassportAccess['role'];
  },
  work: (tx: C, access: PassportAccess) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return withTransaction(context, async (tx) => {
    const found = await findPassport(tx, who.memberId, who.passportId, { lock: true });
    if (!found.ok) return found;
    if (found.value.role !== who.role) return err('ap_passport.user.access_denied');
    return work(tx, found.value);
  });
}

/** Locks passports, in the order of their ids, so that two transactions that lock several do not deadlock. */
export function lockPassports({ db }: DomainContext, which: SQL): Promise<PassportRecord[]> {
  return db.select().from(passports).where(which).orderBy(asc(passports.id)).for('update');
}

/** Locks all passports of the order to which a passport belongs. */
export async function lockOrderOf(
  tx: DomainContext,
  passportId: string,
): Promise<PassportRecord[]> {
  if (!isUuid(passportId)) return [];
  const order = tx.db
    .select({ number: passports.orderNumber })
    .from(passports)
    .where(eq(passports.id, passportId));
  return lockPassports(tx, inArray(passports.orderNumber, order));
}

/** Updates columns of a passport that the caller has locked, and answers the new row. */
export async function changePassport(
  { db, clock }: DomainContext,
  passportId: string,
  changes: Partial<typeof passports.$inferInsert>,
): Promise<PassportRecord> {
  const [changed] = await db
    .update(passports)
    .set({ ...changes, updatedAt: clock.now() })
    .where(eq(passports.id, passportId))
    .returning();
  if (!changed) throw new Error('The locked passport no longer exists');
  return changed;
}

/** The condition for the open transfer of a passport. */
export const openTransferOf = (passportId: string) =>
  and(eq(passportTransfers.passportId, passportId), isNull(passportTransfers.outcome));
