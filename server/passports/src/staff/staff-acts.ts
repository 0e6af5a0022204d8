import type { StaffCredential } from '@portal/server-members/staff-credentials';
import type { DomainContext } from '@portal/server-platform/database/database';
import { and, asc, desc, eq, gte, lt, ne } from 'drizzle-orm';
import { staffActs } from '../schema/staff.ts';

export type StaffAct = typeof staffActs.$inferSelect;

/** Who acts: the fields of a credential that an act is recorded with. */
export type StaffActor = Pick<StaffCredential, 'id' | 'name'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** When and where somebody went in is kept for as long as a dispute about it takes. */
const KEEP_ENTRIES_MS = 90 * DAY_MS;
/** As long as the events of an account (../events.ts). */
const KEEP_MS = 400 * DAY_MS;

/** Records what staff did at the counter; pass in the transaction that does it. */
export async function recordCounterAct(
  { db, clock }: DomainContext,
  staff: StaffActor,
  act: Exclude<StaffAct['act'], 'entered' | 'previewed'>,
  passportIds: readonly string[],
): Promise<void> {
  const happenedAt = clock.now();
  if (passportIds.length === 0) return;
  await db
    .insert(staffActs)
    .values(
      passportIds.map((passportId) => ({ credentialId: staff.id, passportId, act, happenedAt })),
    );
}

/** Records an act that is about no passport. */
export async function recordStaffAct(
  { db, clock }: DomainContext,
  staff: StaffActor,
  act: Extract<StaffAct['act'], 'previewed'>,
): Promise<void> {
  await db.insert(staffActs).values({ credentialId: staff.id, act, happenedAt: clock.now() });
}

/** Where and when a passport was used at turnstiles with a connection, the first time first. */
export function listUses(
  { db }: DomainContext,
  passportId: string,
  since: Date,
): Promise<Pick<StaffAct, 'happenedAt' | 'turnstile'>[]> {
  return db
    .select({ happenedAt: staffActs.happenedAt, turnstile: staffActs.turnstile })
    .from(staffActs)
    .where(
      and(
        eq(staffActs.passportId, passportId),
        eq(staffActs.act, 'entered'),
        gte(staffActs.happenedAt, since),
      ),
    )
    .orderBy(asc(staffActs.happenedAt));
}

/** The use of the latest period, of a passport that the caller has locked. */
export async function lastUse(
  { db }: DomainContext,
  passportId: string,
): Promise<StaffAct | undefined> {
  const [last] = await db
    .select()
    .from(staffActs)
    .where(and(eq(staffActs.passportId, passportId), eq(staffActs.act, 'entered')))
    .orderBy(desc(staffActs.codePeriod))
    .limit(1);
  return last;
}

/** What a turnstile has done by a call that it may send again. */
export async function findByRequest(
  { db }: DomainContext,
  staff: StaffActor,
  requestId: string,
): Promise<StaffAct | undefined> {
  const [known] = await db
    .select()
    .from(staffActs)
    .where(and(eq(staffActs.credentialId, staff.id), eq(staffActs.requestId, requestId)));
  return known;
}

/** Removes what is kept no longer. */
export async function purgeStaffActs({ db, clock }: DomainContext): Promise<void> {
  const before = (ms: number) => lt(staffActs.happenedAt, new Date(clock.now().getTime() - ms));
  await db.delete(staffActs).where(and(eq(staffActs.act, 'entered'), before(KEEP_ENTRIES_MS)));
  await db.delete(staffActs).where(and(ne(staffActs.act, 'entered'), before(KEEP_MS)));
}
