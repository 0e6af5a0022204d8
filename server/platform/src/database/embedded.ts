import { PGlite, type Transaction } from '@electric-sql/pglite';
import { lockFolder } from '@portal/shared-process/folder-lock';
import { traceQuery } from '@portal/shared-process/traces/traces';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database, DatabaseHandle } from './database.ts';
import { bringUpToDate, MIGRATIONS_FOLDER } from './migrations.ts';

/**
 * Opens PGlite in a folder that only this process uses. PGlite does not call fsync: committed data
 * survives a killed process, but may be lost in a power failure.
 * @throws FolderLockedError when a running process has the folder open.
 */
export async function openEmbedded(folder: string): Promise<DatabaseHandle> {
  const lock = lockFolder(folder);
  let pglite: PGlite | undefined;
  async function close(): Promise<void> {
    if (pglite?.closed === false) await pglite.close();
    lock.release();
  }
  try {
    pglite = await PGlite.create({ dataDir: folder });
    return { ...(await handleOf(pglite)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function handleOf(pglite: PGlite): Promise<Omit<DatabaseHandle, 'close'>> {
  const db = drizzle({ client: traced(pglite) });
  await bringUpToDate(db as unknown as Database, () =>
    migrate(db, { migrationsFolder: MIGRATIONS_FOLDER }),
  );

  return {
    // PGlite's results differ from those of node-postgres in type only; `queryRows` reads the part they share.
    db: db as unknown as Database,
    // PGlite has only one connection.
    apiDb: db as unknown as Database,
    kind: 'embedded',
    listen: (channel, onMessage) => pglite.listen(channel, onMessage),
    pools: () => [],
    async ping() {
      await pglite.query('select 1');
    },
  };
}

/** The part of PGlite that Drizzle asks, with its statements in the traces as those of node-postgres are. */
function traced<Client extends Pick<PGlite, 'query'> & Partial<Pick<PGlite, 'transaction'>>>(
  client: Client,
): Client {
  const { transaction } = client;
  return Object.assign(Object.create(client), {
    query: (...args: Parameters<PGlite['query']>) =>
      traceQuery(args[0], () => client.query(...args)),
    ...(transaction && {
      transaction: (work: (tx: Transaction) => Promise<unknown>) =>
        transaction.call(client, (tx) => work(traced(tx))),
    }),
  });
}
