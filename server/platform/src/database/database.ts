import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Clock } from '../clock.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import type { DatabaseConfig } from '../settings.ts';
import { isConnectionLost, isNotCarriedOut, LOST_CONNECTIONS_MAX } from './unavailable.ts';

/** The context of every domain function. The domain knows neither HTTP nor OpenID Connect. */
export type DomainContext = { readonly db: Database; readonly clock: Clock };

/**
 * The database that the domain uses: PGlite or PostgreSQL, or a transaction on either. Inside
 * `transaction()`, use only the `tx` that is passed in: PGlite has a single connection, so a query
 * on the outer database would wait for the very transaction that waits for the query.
 */
export type Database = PgDatabase<PgQueryResultHKT>;

/** How many connections a pool has open and idle, and how many queries wait for one. */
export type PoolState = {
  readonly pool: 'background' | 'api';
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
};

/** An open database, with its notification channels and the functions that check and close it. */
export type DatabaseHandle = {
  readonly db: Database;
  /**
   * The same database over a separate connection pool, for the API: when many people sign in at once and use up the
   * identity provider's connections, members who are already signed in do not have to wait for one.
   */
  readonly apiDb: Database;
  readonly kind: DatabaseConfig['kind'];
  /**
   * Calls `onMessage` for each `notify` on a channel, from any replica. Returns a function that stops listening.
   * @param onReconnect called when the connection was lost and is back: messages may be missing
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
  /** The connections now; PGlite has none. */
  pools(): readonly PoolState[];
  ping(): Promise<void>;
  /** Waits for running queries, closes the database and releases the folder lock. */
  close(): Promise<void>;
};

/** Runs raw SQL and returns its rows; works the same on both drivers. */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as { rows: Row[] };
  return result.rows;
}

/** Sends at most 8000 bytes to every listener of the channel, when the surrounding transaction commits. */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const TRANSACTION_ATTEMPTS = 3;

/**
 * Runs a transaction, again after a deadlock, a serialization failure or a connection that was lost before a commit.
 * `work` may therefore run more than once and must do nothing but query.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  let lost = 0;
  for (let attempt = 1; ; ) {
    let isCommitting = false;
    try {
      return await db.transaction(async (tx) => {
        const result = await work(tx as unknown as Database);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      const code = sqlStateOf(error);
      const isLost = isCommitting ? isNotCarriedOut(error) : isConnectionLost(error);
      const isConflict = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
      if (isConflict && attempt < TRANSACTION_ATTEMPTS) attempt += 1;
      else if (isLost && lost < LOST_CONNECTIONS_MAX) lost += 1;
      else throw error;
    }
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION;
}

/** PostgreSQL's SQLSTATE, from the driver's error or from the cause of the error that Drizzle wraps around it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** {@link inTransaction} for work that takes a whole context. */
export const transact = <C extends { readonly db: Database }, T>(
  context: C,
  work: (tx: C) => Promise<T>,
): Promise<T> => inTransaction(context.db, (db) => work({ ...context, db }));

/** Thrown inside a transaction to roll it back; carries the error result. */
class TakenBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/** Runs work in a transaction, perhaps more than once, so it must only query; an error result rolls it back. */
export async function withTransaction<C extends DomainContext, T>(
  context: C,
  work: (tx: C) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await transact(context, async (tx) => {
      const outcome = await work(tx);
      if (!outcome.ok) throw new TakenBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.refusal;
    throw error;
  }
}

/**
 * A query that Drizzle builds once for each database handle instead of at every call. Values that differ
 * between calls are `sql.placeholder(…)`. A transaction is a handle of its own, so there it is built
 * each time; use this for what is asked outside of transactions.
 * @param build ends with `.prepare(name)`; the name must not be used twice
 */
export function preparedQuery<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const built = new WeakMap<Database, Query>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
