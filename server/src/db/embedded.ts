import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database, DatabaseHandle } from './database.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { MIGRATIONS_FOLDER } from './migrations.ts';

/**
 * PGlite in a folder that belongs to this process alone.
 * It makes no fsync: a killed process loses nothing that was acknowledged, a power failure may.
 * @throws FolderLockedError when a living process has the folder.
 */
export async function openEmbedded(folder: string): Promise<DatabaseHandle> {
  const lock = lockFolder(folder);
  try {
    return await openPglite({ dataDir: folder }, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** PGlite by its own options: in memory for tests. */
export async function openPglite(
  options: PGliteOptions,
  lock?: FolderLock,
): Promise<DatabaseHandle & { readonly pglite: PGlite }> {
  const pglite = await PGlite.create(options);
  const db = drizzle({ client: pglite });
  await migrate(db, { migrationsFolder: MIGRATIONS_FOLDER });

  return {
    // PGlite's answers differ from node-postgres' in type only; `queryRows` reads what they share.
    db: db as unknown as Database,
    // It has one connection for everybody.
    apiDb: db as unknown as Database,
    kind: 'embedded',
    pglite,
    listen: (channel, onMessage) => pglite.listen(channel, onMessage),
    async ping() {
      await pglite.query('select 1');
    },
    async close() {
      if (!pglite.closed) await pglite.close();
      lock?.release();
    },
  };
}
