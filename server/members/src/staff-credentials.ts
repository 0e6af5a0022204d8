import { type DomainContext, inTransaction } from '@portal/server-platform/database/database';
import { equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, asc, gt, lte } from 'drizzle-orm';
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
    const isLapsed = lte(staffCredentials.expiresAt, now);
    const isNamed = equals(staffCredentials, { name, endedAt: null });
    await updateRows({ db: tx }, staffCredentials, and(isNamed, isLapsed), { endedAt: now });
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
export function findStaffCredential(
  context: DomainContext,
  token: string,
): Promise<StaffCredential | undefined> {
  const isIt = equals(staffCredentials, { tokenHash: secretHash(token), endedAt: null });
  const holds = gt(staffCredentials.expiresAt, context.clock.now());
  return findRow(context, staffCredentials, and(isIt, holds));
}

/** All credentials, also those that have ended, by name. */
export function listStaffCredentials({ db }: DomainContext): Promise<StaffCredential[]> {
  return db
    .select()
    .from(staffCredentials)
    .orderBy(asc(staffCredentials.name), asc(staffCredentials.createdAt));
}

export async function endStaffCredential(
  context: DomainContext,
  name: string,
): Promise<'ended' | 'unknown'> {
  const endedAt = context.clock.now();
  const ended = await updateRows(context, staffCredentials, { name, endedAt: null }, { endedAt });
  return ended.length > 0 ? 'ended' : 'unknown';
}

/** Ends every credential at once. @returns the names of those that held */
export async function endAllStaffCredentials(context: DomainContext): Promise<string[]> {
  const endedAt = context.clock.now();
  const ended = await updateRows(context, staffCredentials, { endedAt: null }, { endedAt });
  return ended.map(({ name }) => name).sort();
}
