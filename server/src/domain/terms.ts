import type { LocalizedText } from '@portal/shared-contract';
import { desc, eq, lte } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { members } from '../db/schema/members.ts';
import { termsAcceptances, termsVersions } from '../db/schema/terms.ts';

export type TermsVersionRecord = {
  readonly version: string;
  readonly inForceFrom: Date;
  readonly changes: LocalizedText[];
};

/** The versions whose day has come; the first is in force. */
export function listTermsInForce({ db, clock }: DomainContext): Promise<TermsVersionRecord[]> {
  return db
    .select()
    .from(termsVersions)
    .where(lte(termsVersions.inForceFrom, clock.now()))
    .orderBy(desc(termsVersions.inForceFrom));
}

/** The version that a member accepts now. */
export async function termsInForce(context: DomainContext): Promise<string | undefined> {
  const [inForce] = await listTermsInForce(context);
  return inForce?.version;
}

/**
 * Writes down that a member agrees to a version, with the day; once per version. Hand in the
 * transaction that it is part of. Answers whether anything has changed.
 */
export async function recordAcceptance(
  { db, clock }: DomainContext,
  memberId: string,
  version: string,
): Promise<boolean> {
  const now = clock.now();
  const written = await db
    .insert(termsAcceptances)
    .values({ memberId, version, acceptedAt: now })
    .onConflictDoNothing()
    .returning({ version: termsAcceptances.version });
  await db
    .update(members)
    .set({ termsAcceptedVersion: version, updatedAt: now })
    .where(eq(members.id, memberId));
  return written.length > 0;
}
