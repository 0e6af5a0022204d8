import type { StaffCredential } from '@portal/server-members/staff-credentials';
import type { DomainContext } from '@portal/server-platform/database/database';
import { equals, findRow } from '@portal/server-platform/database/rows';
import { and, desc, eq, lt, ne } from 'drizzle-orm';
import { staffActs } from '../schema/staff.ts';

export type StaffAct = typeof staffActs.$inferSelect;

/** Who acts: the fields of a credential that an act is recorded with. */
export type StaffActor = Pick<StaffCredential, 'id' | 'name'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** When and where somebody went in is kept for as long as a dispute about it takes. */
const KEEP_ENTRIES_MS = 90 * DAY_MS;
/** As long as the events of an account (../events.ts). */
const KEEP_MS = 400 * DAY_MS;

/** Records what staff did, in the transaction that does it; `passportIds` is null for what is about no passport. */
export async function recordStaffAct(
  { db, clock }: DomainContext,
  { id: credentialId }: StaffActor,
  act: Exclude<StaffAct['act'], 'entered'>,
  passportIds: readonly (string | null)[] = [null],
): Promise<void> {
  const happenedAt = clock.now();
  const acts = passportIds.map((passportId) => ({ credentialId, passportId, act, happenedAt }));
  if (acts.length > 0) await db.insert(staffActs).values(acts);
}

/** The use of the latest period, of a passport that the caller has locked. */
export async function lastUse(
  { db }: DomainContext,
  passportId: string,
): Promise<StaffAct | undefined> {
  const [last] = await db
    .select()
    .from(staffActs)
    .where(equals(staffActs, { passportId, act: 'entered' }))
    .orderBy(desc(staffActs.codePeriod))
    .limit(1);
  return last;
}

/** What a turnstile has done by a call that it may send again. */
export const findByRequest = (
  tx: DomainContext,
  staff: StaffActor,
  requestId: string,
): Promise<StaffAct | undefined> => findRow(tx, staffActs, { credentialId: staff.id, requestId });

export async function purgeStaffActs({ db, clock }: DomainContext): Promise<void> {
  const before = (ms: number) => lt(staffActs.happenedAt, new Date(clock.now().getTime() - ms));
  await db.delete(staffActs).where(and(eq(staffActs.act, 'entered'), before(KEEP_ENTRIES_MS)));
  await db.delete(staffActs).where(and(ne(staffActs.act, 'entered'), before(KEEP_MS)));
}
