import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { DatabaseConfig } from '../config.ts';

/**
 * What the domain writes to: PGlite or PostgreSQL, or a transaction on either.
 * Inside `transaction()` use only the handed-in `tx`: PGlite has one connection, and a query on the
 * outer database would wait for the transaction that waits for it.
 */
export type Database = PgDatabase<PgQueryResultHKT>;

/** An open database with its life cycle and its channels. */
export type DatabaseHandle = {
  readonly db: Database;
  /**
   * The same database over connections of its own, for the API: where the identity provider's are all
   * taken by a crowd that signs in, who is signed in already does not stand in that line.
   */
  readonly apiDb: Database;
  readonly kind: DatabaseConfig['kind'];
  /** Calls back for each `notify` on a channel, from any replica. Answers how to stop. */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Waits for running queries, closes, and frees the folder. */
  close(): Promise<void>;
};

/** Opens, and brings the schema up to date. */
export async function openDatabase(config: DatabaseConfig): Promise<DatabaseHandle> {
  if (config.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(config.folder);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config.url);
}

/** Runs SQL as written and answers its rows, the same on both drivers. */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as { rows: Row[] };
  return result.rows;
}

/** Sends to everyone who listens, when the surrounding transaction commits. At most 8000 bytes. */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const TRANSACTION_ATTEMPTS = 3;

/**
 * A transaction that is run again when the database asks for it (deadlock, serialization failure).
 * `work` must do nothing but query: it may run more than once.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => work(tx as unknown as Database));
    } catch (error) {
      const code = sqlStateOf(error);
      const again = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
      if (!again || attempt === TRANSACTION_ATTEMPTS) throw error;
    }
  }
}

/** True when a unique rule refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION;
}

/** PostgreSQL's SQLSTATE, from the driver's error or from the one Drizzle wrapped around it. */
function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}
