import { ConfigError } from '@portal/shared-process/command-line';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseConfig } from '../settings.ts';
import { type Database, type DatabaseHandle, type PoolState, sqlStateOf } from './database.ts';
import { bringUpToDate, MIGRATIONS_FOLDER } from './migrations.ts';
import { PatientPool } from './patient-pool.ts';
import { type Answerer, answererOfPools, PreparingClient, UnpreparedClient } from './pooler.ts';
import { READ_ONLY } from './unavailable.ts';
import { breakOff, watchForSilence } from './watch-for-silence.ts';

/**
 * The connections of the identity provider and of background work. The pool is small because ten connections made
 * simultaneous sign-ins no faster and all other requests twice as slow (`npm run bench -- server`).
 */
const POOL_SIZE = 5;
const API_POOL_SIZE = 10;
/** For a free connection as well as for a new one. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any statement of this server takes; a slower one would hold a connection that others wait for. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** PostgreSQL ends a slow statement itself; a client that has heard nothing by then has lost the connection. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
/** Replicas that start together migrate one after the other. The number is arbitrary; no other lock may use it. */
const MIGRATION_LOCK = 4_300_043;
const RELISTEN_MS = 1_000;

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Opens the PostgreSQL database that all replicas share.
 * @throws ConfigError
 */
export async function openPostgres({
  url,
  directUrl,
}: Extract<DatabaseConfig, { kind: 'postgres' }>): Promise<DatabaseHandle> {
  const direct = directUrl ?? url;
  const answerer = await answererOfPools(url, directUrl);
  await migrateUnderLock(direct);
  const pool = openPool(url, POOL_SIZE, answerer);
  const apiPool = openPool(url, API_POOL_SIZE, answerer);
  const channels = listener(direct, () => {
    for (const each of [pool, apiPool]) each.dropAll();
  });

  return {
    // The drivers' results differ in type only; `queryRows` reads the part they share.
    db: drizzle({ client: pool }) as unknown as Database,
    apiDb: drizzle({ client: apiPool }) as unknown as Database,
    kind: 'postgres',
    listen: channels.listen,
    pools: () => [stateOf('background', pool), stateOf('api', apiPool)],
    async ping() {
      const asked = `select current_setting('transaction_read_only') as reads`;
      const { rows } = (await pool.query(asked)) as pg.QueryResult<{ reads: string }>;
      if (rows[0]?.reads !== 'off') {
        throw Object.assign(new Error('The database takes no changes'), { code: READ_ONLY });
      }
    },
    async close() {
      await channels.close();
      await Promise.all([pool.end(), apiPool.end()]);
    },
  };
}

const stateOf = (name: PoolState['pool'], pool: pg.Pool): PoolState => ({
  pool: name,
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

/** Creates a pool; it connects when the first query needs it. */
function openPool(url: string, size: number, answerer: Answerer): PatientPool {
  const pool = new PatientPool({
    Client: answerer === 'plain-pooler' ? UnpreparedClient : PreparingClient,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A pooler refuses it; there the role has it (docs/operations.md).
    ...(answerer === 'postgres' && { statement_timeout: STATEMENT_TIMEOUT_MS }),
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'portal',
  });
  // The pool replaces a connection that breaks while idle; without this listener, the error would end the process.
  pool.on('error', () => {});
  return pool;
}

async function migrateUnderLock(url: string): Promise<void> {
  await withPostgres(url, 'portal migrations', async (db, client) => {
    try {
      await bringUpToDate(db, async () => {
        // Closing the connection releases the lock.
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
        await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
      });
    } catch (cause) {
      if (sqlStateOf(cause) !== INSUFFICIENT_PRIVILEGE) throw cause;
      throw new ConfigError(
        'Please run node deploy/migrate.ts with the role that owns the schema, and give the role of DATABASE_URL the rights of docs/operations.md: it may not make, or not read, the migrations of this version.',
        { cause },
      );
    }
  });
}

/** Connects to PostgreSQL for some work, and closes the connection. */
export async function withPostgres<Answer>(
  url: string,
  name: string,
  work: (db: Database, client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: name,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(drizzle({ client }) as unknown as Database, client);
  } finally {
    await client.end();
  }
}

type Subscriber = {
  readonly onMessage: (payload: string) => void;
  readonly onReconnect: (() => void) | undefined;
};

/**
 * One connection for LISTEN, opened again when it is lost. Since it does nothing else, it also tells whether
 * the database still answers.
 * @param onSilence called when it does not, although no connection was closed
 */
function listener(url: string, onSilence: () => void): Pick<DatabaseHandle, 'listen' | 'close'> {
  const subscribers = new Map<string, Set<Subscriber>>();
  let wasLost = false;
  let connection: Promise<pg.Client> | undefined;
  let closed = false;

  function connected(): Promise<pg.Client> {
    connection ??= connect().catch((error) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'portal listener',
    });
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of subscribers.get(channel) ?? []) onMessage(payload ?? '');
    });
    client.on('error', () => {});
    client.on('end', relisten);
    await client.connect();
    const stop = watchForSilence(
      () => client.query('select 1'),
      () => {
        onSilence();
        breakOff(client);
      },
    );
    client.on('end', stop);
    for (const channel of subscribers.keys()) await client.query(listenTo(channel));
    if (wasLost) {
      wasLost = false;
      for (const { onReconnect } of [...subscribers.values()].flatMap((those) => [...those]))
        onReconnect?.();
    }
    return client;
  }

  function relisten(): void {
    connection = undefined;
    wasLost = true;
    if (closed || subscribers.size === 0) return;
    setTimeout(() => {
      if (!closed) connected().catch(relisten);
    }, RELISTEN_MS).unref();
  }

  return {
    async listen(channel, onMessage, onReconnect) {
      const subscriber = { onMessage, onReconnect };
      const known = subscribers.get(channel);
      if (known) known.add(subscriber);
      else {
        subscribers.set(channel, new Set([subscriber]));
        await (await connected()).query(listenTo(channel));
      }
      return async () => {
        const left = subscribers.get(channel);
        left?.delete(subscriber);
        if (left?.size !== 0) return;
        subscribers.delete(channel);
        await (await connected()).query(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      closed = true;
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
