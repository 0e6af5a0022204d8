import { randomInt } from 'node:crypto';
import { isUuid } from '@portal/server-members/members';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import { err, type Outcome } from '@portal/server-platform/outcome';
import { TAKE_BACK_MS } from '@portal/shared-contract';
import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { passports, passportTransfers } from '../schema/passports.ts';
import { lockMemberShared } from './holder.ts';
import type { PassportRecord, TransferRecord } from './passport.ts';

/** A passport with the role that one member has for it. */
export type PassportAccess = {
  readonly passport: PassportRecord;
  /** `giver`: of a passport that they have given to somebody, or have paid for. */
  readonly role: 'owner' | 'receiver' | 'giver';
  /** The open transfer; for the giver, the one by which it went. */
  readonly transfer: TransferRecord | undefined;
};

/**
 * Finds a passport that the member owns, is offered, has given or has paid for.
 * @returns `ap_passport.not_found` for a passport that never concerned the member, and
 *   `ap_passport.user.access_denied` for one that they declined or that was taken back from them
 */
export async function findPassport(
  { db }: DomainContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<PassportAccess>> {
  if (!isUuid(passportId)) return err('ap_passport.not_found');
  const [passport] = await db.select().from(passports).where(eq(passports.id, passportId));
  if (!passport) return err('ap_passport.not_found');

  const transfers = await db
    .select()
    .from(passportTransfers)
    .where(eq(passportTransfers.passportId, passportId))
    .orderBy(desc(passportTransfers.decidedAt));
  const transfer = transfers.find(({ outcome }) => outcome === null);
  if (passport.ownerId === memberId)
    return { ok: true, value: { passport, role: 'owner', transfer } };
  if (transfer?.receiverId === memberId) {
    return { ok: true, value: { passport, role: 'receiver', transfer } };
  }
  const gift = transfers.find((one) => one.senderId === memberId && isGiven(one));
  if (passport.purchaserId === memberId || gift) {
    return { ok: true, value: { passport, role: 'giver', transfer: gift } };
  }
  const wasInvolved = transfers.some(
    ({ senderId, receiverId }) => senderId === memberId || receiverId === memberId,
  );
  return err(wasInvolved ? 'ap_passport.user.access_denied' : 'ap_passport.not_found');
}

/** Whether a transfer has made its receiver the owner, and still counts. */
export const isGiven = ({ outcome, undoneAt }: TransferRecord): boolean =>
  outcome === 'accepted' && undoneAt === null;

/** Until when a gift can be taken back by its giver. */
export const takeBackUntil = ({ decidedAt, requestedAt }: TransferRecord): Date =>
  new Date((decidedAt ?? requestedAt).getTime() + TAKE_BACK_MS);

export const canBeTakenBack = (gift: TransferRecord, now: Date): boolean =>
  isGiven(gift) && now < takeBackUntil(gift);

/**
 * Locks the member who acts, the passport's buyer and whoever has offered it, so that none of their accounts
 * is closed meanwhile, and then the passport: members always before passports, in the order of their ids.
 * @returns whether the account of the member who acts is open
 */
export async function lockPassport(
  tx: DomainContext,
  memberId: string,
  passportId: string,
): Promise<boolean> {
  const [passport] = isUuid(passportId)
    ? await tx.db
        .select({ purchaserId: passports.purchaserId })
        .from(passports)
        .where(eq(passports.id, passportId))
    : [];
  const senders = passport
    ? await tx.db
        .select({ id: passportTransfers.senderId })
        .from(passportTransfers)
        .where(eq(passportTransfers.passportId, passportId))
    : [];
  const concerned = new Set([memberId, ...senders.map(({ id }) => id)]);
  if (passport?.purchaserId) concerned.add(passport.purchaserId);
  let isOpen = false;
  for (const id of [...concerned].toSorted()) {
    const member = await lockMemberShared(tx, id);
    if (id === memberId) isOpen = member !== undefined;
  }
  if (passport) await lockPassports(tx, eq(passports.id, passportId));
  return isOpen;
}

/**
 * Runs an action in a transaction with the passport locked, so that two actions on one passport
 * follow each other. A refusal rolls back.
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
    const isOpen = await lockPassport(tx, who.memberId, who.passportId);
    if (!isOpen) return err('auth.unauthorized');
    const found = await findPassport(tx, who.memberId, who.passportId);
    if (!found.ok) return found;
    if (found.value.role !== who.role) return err('ap_passport.user.access_denied');
    return work(tx, found.value);
  });
}

/** Locks passports, in the order of their ids, so that two transactions that lock several do not deadlock. */
export function lockPassports(
  { db }: DomainContext,
  which: SQL | undefined,
): Promise<PassportRecord[]> {
  return db.select().from(passports).where(which).orderBy(asc(passports.id)).for('update');
}

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

export const openTransferOf = (passportId: string) =>
  and(eq(passportTransfers.passportId, passportId), isNull(passportTransfers.outcome));

const MEMBER_CODE_DIGITS = 10;

/** Draws an unused number for a passport: ten digits. */
export async function drawMemberCode({ db }: DomainContext): Promise<string> {
  for (;;) {
    const code = String(randomInt(10 ** MEMBER_CODE_DIGITS)).padStart(MEMBER_CODE_DIGITS, '0');
    const taken = await db
      .select({ id: passports.id })
      .from(passports)
      .where(eq(passports.extMemberCode, code));
    if (taken.length === 0) return code;
  }
}
