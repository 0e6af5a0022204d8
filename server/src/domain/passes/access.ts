import { and, eq, isNull } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { passports, passportTransfers } from '../../db/schema/passes.ts';
import { type Outcome, refused } from '../account/outcome.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { isUuid } from '../members.ts';
import type { PassRecord, TransferRecord } from './pass.ts';

/** A pass as one member stands to it. */
export type SeenPass = {
  readonly pass: PassRecord;
  readonly role: 'owner' | 'receiver';
  /** The transfer under way. */
  readonly transfer: TransferRecord | undefined;
};

/**
 * The pass, if it is the member's or is offered to them. One that never concerned them is not found,
 * like one that does not exist; whoever gave it away or refused it knows of it and is told that it is
 * not theirs.
 */
export async function findPass(
  { db }: DomainContext,
  memberId: string,
  passId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Outcome<SeenPass>> {
  if (!isUuid(passId)) return refused('ap_passport.not_found');
  const query = db.select().from(passports).where(eq(passports.id, passId));
  const [pass] = await (lock ? query.for('update') : query);
  if (!pass) return refused('ap_passport.not_found');

  const transfers = await db
    .select()
    .from(passportTransfers)
    .where(eq(passportTransfers.passportId, passId));
  const transfer = transfers.find(({ outcome }) => outcome === null);
  if (pass.ownerId === memberId) return { ok: true, value: { pass, role: 'owner', transfer } };
  if (transfer?.receiverId === memberId) {
    return { ok: true, value: { pass, role: 'receiver', transfer } };
  }
  const knowsOfIt = transfers.some(
    ({ senderId, receiverId }) => senderId === memberId || receiverId === memberId,
  );
  return refused(knowsOfIt ? 'ap_passport.user.access_denied' : 'ap_passport.not_found');
}

/**
 * Runs an action on a pass in one transaction with the pass locked: two actions on one pass follow
 * each other. A refusal takes everything back.
 * @param role who may do it; the other side is told that it may not
 * @param work may run more than once; it does nothing but query
 */
export function onPass<C extends DomainContext, T>(
  context: C,
  who: { readonly memberId: string; readonly passId: string; readonly role: SeenPass['role'] },
  work: (tx: C, seen: SeenPass) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return allOrNothing(context, async (tx) => {
    const found = await findPass(tx, who.memberId, who.passId, { lock: true });
    if (!found.ok) return found;
    if (found.value.role !== who.role) return refused('ap_passport.user.access_denied');
    return work(tx, found.value);
  });
}

/** Changes a locked pass. */
export async function changePass(
  { db, clock }: DomainContext,
  passId: string,
  changes: Partial<typeof passports.$inferInsert>,
): Promise<PassRecord> {
  const [changed] = await db
    .update(passports)
    .set({ ...changes, updatedAt: clock.now() })
    .where(eq(passports.id, passId))
    .returning();
  if (!changed) throw new Error('A locked pass has vanished');
  return changed;
}

/** The transfer of a pass that is under way. */
export const openTransferOf = (passId: string) =>
  and(eq(passportTransfers.passportId, passId), isNull(passportTransfers.outcome));
