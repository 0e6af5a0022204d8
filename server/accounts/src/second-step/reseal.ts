import { resealText, type Seal, sealPrefix } from '@portal/server-platform/crypto/sealed-text';
import type { DomainContext } from '@portal/server-platform/database/database';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { recoveryCodes, totpSecrets } from '../schema/second-step-methods.ts';
import { recoveryCodeSeal } from './recovery-codes.ts';
import { totpSeal } from './totp.ts';

type ResealContext = Pick<DomainContext, 'db'> & {
  readonly config: Pick<PlatformSettings, 'secrets'>;
};

export type Resealed = {
  readonly resealed: number;
  /** Sealed by a key that this server does not have. */
  readonly unreadable: number;
};

/** Members at a time. */
const BATCH = 200;

/**
 * Seals what the database holds again with the first secret key, so that the older ones can be removed.
 * Safe beside other replicas and sign-ins: a row that has changed meanwhile is left as it is.
 */
export async function resealStored(context: ResealContext): Promise<Resealed> {
  const results = [
    await resealColumn(context, totpSecrets, totpSecrets.sealedSecret, 'sealedSecret', totpSeal),
    await resealColumn(context, totpSecrets, totpSecrets.pendingSecret, 'pendingSecret', totpSeal),
    await resealColumn(
      context,
      recoveryCodes,
      recoveryCodes.codeHash,
      'codeHash',
      recoveryCodeSeal,
    ),
  ];
  return {
    resealed: results.reduce((sum, { resealed }) => sum + resealed, 0),
    unreadable: results.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

async function resealColumn(
  { db, config: { secrets } }: ResealContext,
  table: typeof totpSecrets | typeof recoveryCodes,
  column: PgColumn,
  name: string,
  sealOf: (memberId: string) => Seal,
): Promise<Resealed> {
  const isOlder = sql`not starts_with(${column}, ${sealPrefix(secrets)})`;
  let resealed = 0;
  let unreadable = 0;
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({ memberId: table.memberId, sealed: sql<string>`${column}` })
      .from(table)
      .where(and(isOlder, after))
      .orderBy(asc(table.memberId), asc(column))
      .limit(BATCH);
    for (const { memberId, sealed } of rows) {
      const again = resealText(secrets, sealOf(memberId), sealed);
      if (again === undefined) {
        unreadable += 1;
        continue;
      }
      await db
        .update(table)
        .set({ [name]: again })
        .where(and(eq(table.memberId, memberId), eq(column, sealed)));
      resealed += 1;
    }
    const last = rows.at(-1);
    if (!last) return { resealed, unreadable };
    after = or(
      gt(table.memberId, last.memberId),
      and(eq(table.memberId, last.memberId), gt(column, last.sealed)),
    );
  }
}
