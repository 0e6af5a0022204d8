import { type DomainContext, inTransaction } from '@portal/server-platform/database/database';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import { type StaffScope, staffCredentials } from './schema/staff-credentials.ts';

export type StaffCredential = typeof staffCredentials.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recognizable in a log or a message by who finds it, and by scanners for secrets. */
const TOKEN_PREFIX = 'staff_';

type NewCredential = {
  /** Of a person or of a turnstile; no two that hold have the same. */
  readonly name: string;
  readonly scopes: readonly StaffScope[];
  /** With the scope `release`: whose parts. */
  readonly team?: string | undefined;
  readonly days: number;
};

/** Creates a credential; returns its token, stored as a hash alone, or `name_taken` by one that has not ended. */
export function addStaffCredential(
  { db, clock }: DomainContext,
  { name, scopes, team, days }: NewCredential,
): Promise<{ readonly token: string; readonly credential: StaffCredential } | 'name_taken'> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    // A name whose credential has expired is free again.
    await tx
      .update(staffCredentials)
      .set({ endedAt: now })
      .where(and(isNamed(name), lapsedBy(now)));
    const token = TOKEN_PREFIX + newSecret();
    const [credential] = await tx
      .insert(staffCredentials)
      .values({
        name,
        scopes: [...scopes],
        team,
        tokenHash: secretHash(token),
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * DAY_MS),
      })
      .onConflictDoNothing()
      .returning();
    return credential ? { token, credential } : 'name_taken';
  });
}

/** The credential of a token that holds; undefined for one that was made up, has expired or was ended. */
export async function findStaffCredential(
  { db, clock }: DomainContext,
  token: string,
): Promise<StaffCredential | undefined> {
  const [found] = await db
    .select()
    .from(staffCredentials)
    .where(
      and(
        eq(staffCredentials.tokenHash, secretHash(token)),
        isNull(staffCredentials.endedAt),
        gt(staffCredentials.expiresAt, clock.now()),
      ),
    );
  return found;
}

/** All credentials, also those that have ended, by name. */
export function listStaffCredentials({ db }: DomainContext): Promise<StaffCredential[]> {
  return db
    .select()
    .from(staffCredentials)
    .orderBy(asc(staffCredentials.name), asc(staffCredentials.createdAt));
}

export async function endStaffCredential(
  { db, clock }: DomainContext,
  name: string,
): Promise<'ended' | 'unknown'> {
  const ended = await db
    .update(staffCredentials)
    .set({ endedAt: clock.now() })
    .where(isNamed(name))
    .returning({ id: staffCredentials.id });
  return ended.length > 0 ? 'ended' : 'unknown';
}

/** Ends every credential at once. @returns the names of those that held */
export async function endAllStaffCredentials({ db, clock }: DomainContext): Promise<string[]> {
  const ended = await db
    .update(staffCredentials)
    .set({ endedAt: clock.now() })
    .where(isNull(staffCredentials.endedAt))
    .returning({ name: staffCredentials.name });
  return ended.map(({ name }) => name).sort();
}

const isNamed = (name: string) =>
  and(eq(staffCredentials.name, name), isNull(staffCredentials.endedAt));
const lapsedBy = (now: Date) => lte(staffCredentials.expiresAt, now);
