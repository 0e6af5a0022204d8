import { createHash, randomBytes, randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { DomainContext } from '../database/database.ts';

const SECRET_BYTES = 32;

/** A secret for a link, a ticket or a token: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Random digits, for a code or a number that people type. */
export const drawDigits = (digits: number): string =>
  String(randomInt(10 ** digits)).padStart(digits, '0');

/** The hash that is stored: of 256 random bits, a plain SHA-256 is as hard to reverse as a slow hash. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** A table with one row per secret. Its other columns record the purpose of the secret. */
export type SecretTable = PgTable & {
  readonly secretHash: PgColumn;
  readonly expiresAt: PgColumn;
  /** In a table without this column, the row is deleted when its secret is spent. */
  readonly usedAt?: PgColumn;
};

type Row<T extends SecretTable> = T['$inferSelect'];
type Values<T extends SecretTable> = Omit<
  T['$inferInsert'],
  'secretHash' | 'createdAt' | 'expiresAt' | 'usedAt'
>;

export type Taken<R> =
  | { readonly kind: 'spent'; readonly row: R }
  /** It was spent before, and has not been purged yet. */
  | { readonly kind: 'used_before'; readonly row: R }
  /** Made up, expired, or for something else. */
  | { readonly kind: 'unknown' };

/**
 * Functions for secrets that are good once. Of two calls that spend the same secret at the same time, one succeeds:
 * the second waits for the first, and finds the secret only if the first was rolled back.
 *
 * `where` restricts a look-up to secrets of one purpose or one member. Short codes that a person types need an
 * attempt limit and have their own modules (codes/, second-step/recovery-codes.ts).
 */
export function oneTimeSecrets<T extends SecretTable>(table: T) {
  /** Drizzle cannot infer the columns of a table that is a type parameter. */
  const rows = table as PgTable;
  const isValid = ({ clock }: DomainContext, condition: SQL | undefined) =>
    and(condition, table.usedAt && isNull(table.usedAt), gt(table.expiresAt, clock.now()));
  const isSecret = (secret: string) => eq(table.secretHash, secretHash(secret));

  async function spendWhere(context: DomainContext, condition: SQL | undefined) {
    const valid = isValid(context, condition);
    const query = table.usedAt
      ? context.db.update(rows).set({ usedAt: context.clock.now() }).where(valid)
      : context.db.delete(rows).where(valid);
    return (await query.returning()) as Row<T>[];
  }

  async function spend(tx: DomainContext, secret: string, where?: SQL) {
    const [spent] = await spendWhere(tx, and(isSecret(secret), where));
    return spent;
  }

  return {
    async issue(
      { db, clock }: DomainContext,
      values: Values<T>,
      lifetimeMs: number,
    ): Promise<{ readonly secret: string; readonly expiresAt: Date }> {
      const secret = newSecret();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
      const row = { ...values, secretHash: secretHash(secret), createdAt, expiresAt };
      await db.insert(rows).values(row as never);
      return { secret, expiresAt };
    },

    async find(context: DomainContext, secret: string, where?: SQL): Promise<Row<T> | undefined> {
      const valid = isValid(context, and(isSecret(secret), where));
      const [found] = await context.db.select().from(rows).where(valid);
      return found as Row<T> | undefined;
    },

    /** Spends a secret, in the transaction of its action; undefined if it is not valid. */
    spend,

    /** Spends a secret, and distinguishes one that was spent before from one that was never valid. */
    async take(tx: DomainContext, secret: string, where?: SQL): Promise<Taken<Row<T>>> {
      const spent = await spend(tx, secret, where);
      if (spent) return { kind: 'spent', row: spent };
      const used = table.usedAt && isNotNull(table.usedAt);
      const [row] = await tx.db
        .select()
        .from(rows)
        .where(and(isSecret(secret), used, where));
      return row ? { kind: 'used_before', row: row as Row<T> } : { kind: 'unknown' };
    },

    /** Spends all matching secrets without knowing them; returns how many were valid. */
    async spendAll(tx: DomainContext, where: SQL | undefined): Promise<number> {
      return (await spendWhere(tx, where)).length;
    },
  };
}
