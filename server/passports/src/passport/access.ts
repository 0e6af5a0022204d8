import { isUuid } from '@portal/server-members/members';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import { equals, findRow, hasRow, updateRows } from '@portal/server-platform/database/rows';
import { drawDigits } from '@portal/server-platform/limits/one-time-secrets';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { TAKE_BACK_MS } from '@portal/shared-contract';
import { asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
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
  context: DomainContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<PassportAccess>> {
  if (!isUuid(passportId)) return err('ap_passport.not_found');
  const passport = await findRow(context, passports, { id: passportId });
  if (!passport) return err('ap_passport.not_found');

  const transfers = await transfersOf(context, passportId);
  const access = accessOf(memberId, passport, transfers);
  if (access.role !== 'giver') return ok(access);
  if (passport.purchaserId === memberId || access.transfer) return ok(access);
  const wasInvolved = transfers.some(
    ({ senderId, receiverId }) => senderId === memberId || receiverId === memberId,
  );
  return err(wasInvolved ? 'ap_passport.user.access_denied' : 'ap_passport.not_found');
}

/** The role of a member who has one. @param transfers of the passport, the latest first */
export function accessOf(
  memberId: string,
  passport: PassportRecord,
  transfers: readonly TransferRecord[],
): PassportAccess {
  const open = transfers.find(({ outcome }) => outcome === null);
  if (passport.ownerId === memberId) return { passport, role: 'owner', transfer: open };
  if (open?.receiverId === memberId) return { passport, role: 'receiver', transfer: open };
  const gift = transfers.find((one) => one.senderId === memberId && isGiven(one));
  return { passport, role: 'giver', transfer: gift };
}

export const transfersOf = ({ db }: DomainContext, passportId: string): Promise<TransferRecord[]> =>
  db
    .select()
    .from(passportTransfers)
    .where(equals(passportTransfers, { passportId }))
    .orderBy(desc(passportTransfers.decidedAt));

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
export async function lockPassport(tx: DomainContext, memberId: string, passportId: string) {
  const passport = isUuid(passportId)
    ? await findRow(tx, passports, { id: passportId })
    : undefined;
  const transfers = passport ? await transfersOf(tx, passportId) : [];
  const concerned = new Set([memberId, ...transfers.map(({ senderId }) => senderId)]);
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
 * Runs an action of a passport's owner in a transaction with the passport locked, so that two actions on
 * one passport follow each other. A refusal rolls back.
 * @param work only queries the database, because it may run more than once
 */
export function withOwnPassport<C extends DomainContext, T>(
  context: C,
  { memberId, passportId }: { readonly memberId: string; readonly passportId: string },
  work: (tx: C, passport: PassportRecord, access: PassportAccess) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return withTransaction(context, async (tx) => {
    if (!(await lockPassport(tx, memberId, passportId))) return err('auth.unauthorized');
    const found = await findOwnPassport(tx, memberId, passportId);
    return found.ok ? work(tx, found.value.passport, found.value) : found;
  });
}

/** {@link findPassport} for its owner alone; any other role answers `ap_passport.user.access_denied`. */
export async function findOwnPassport(
  context: DomainContext,
  memberId: string,
  passportId: string,
): Promise<Outcome<PassportAccess>> {
  const found = await findPassport(context, memberId, passportId);
  if (found.ok && found.value.role !== 'owner') return err('ap_passport.user.access_denied');
  return found;
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
  tx: DomainContext,
  id: string,
  changes: Partial<typeof passports.$inferInsert>,
): Promise<PassportRecord> {
  const updatedAt = tx.clock.now();
  const [changed] = await updateRows(tx, passports, { id }, { ...changes, updatedAt });
  if (!changed) throw new Error('The locked passport no longer exists');
  return changed;
}

export const openTransferOf = (tx: DomainContext, passportId: string) =>
  findRow(tx, passportTransfers, { passportId, outcome: null });

/** Draws an unused number for a passport: ten digits. */
export async function drawMemberCode(tx: DomainContext): Promise<string> {
  for (;;) {
    const code = drawDigits(10);
    if (!(await hasRow(tx, passports, { extMemberCode: code }))) return code;
  }
}
