import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { breakOff } from './break-off.ts';
import type { Database, DatabaseHandle, PoolState } from './database.ts';
import { MIGRATIONS_FOLDER } from './migrations.ts';
import { PatientPool } from './patient-pool.ts';
import { PreparingClient } from './prepared-statements.ts';
import { watchForSilence } from './watch-for-silence.ts';

/**
 * The connections of the identity provider and of background work. The pool is small because ten
 * connections made simultaneous sign-ins no faster and all other requests twice as slow (`npm run
 * bench -- server`).
 */
const POOL_SIZE = 5;
const API_POOL_SIZE = 10;
/** For a free connection as well as for a new one. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Longer than any statement of this server takes; a slower one would hold a connection that others
 * wait for.
 */
const STATEMENT_TIMEOUT_MS = 15_000;
/** PostgreSQL ends a slow statement itself; a client that has heard nothing by then has lost the connection. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1_000;
/**
 * The advisory lock that makes replicas that start together migrate one after the other. The number
 * is arbitrary, but no other advisory lock may use it.
 */
const MIGRATION_LOCK = 4_300_043;
const RELISTEN_MS = 1_000;

/** Opens the PostgreSQL database that all replicas share. */
export async function openPostgres(url: string): Promise<DatabaseHandle> {
  const pool = openPool(url, POOL_SIZE);
  const apiPool = openPool(url, API_POOL_SIZE);
  const end = () => Promise.all([pool.end(), apiPool.end()]);
  try {
    await migrateUnderLock(url);
  } catch (error) {
    await end();
    throw error;
  }
  const channels = listener(url, () => {
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
      await pool.query('select 1');
    },
    async close() {
      await channels.close();
      await end();
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
function openPool(url: string, size: number): PatientPool {
  const pool = new PatientPool({
    Client: PreparingClient,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'portal',
  });
  // The pool replaces a connection that breaks while idle; without this listener, the error would
  // end the process.
  pool.on('error', () => {});
  return pool;
}

async function migrateUnderLock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'portal migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    // Closing the connection releases the lock.
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
