import type { DomainContext } from '@portal/server-platform/database/context';
import { eq, sql } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

/**
 * Voids the codes and grants that anybody has read of a member's passports, because whoever is signed out
 * may hold some.
 */
export async function voidTurnstileCodes(
  { db, clock }: DomainContext,
  ownerId: string,
): Promise<void> {
  await db
    .update(passports)
    .set({ codeVersion: sql`${passports.codeVersion} + 1`, updatedAt: clock.now() })
    .where(eq(passports.ownerId, ownerId));
}
