import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openPglite } from '@portal/server-platform/database/embedded';
import { MIGRATIONS_FOLDER } from '@portal/server-platform/database/migrations';

export const CACHE_FOLDER = path.resolve(import.meta.dirname, '../../../.cache');
const MAKER = path.join(import.meta.dirname, 'make-snapshot.ts');

/**
 * Opens a migrated PGlite database in memory. Creating one takes seconds, so an archive of it,
 * named by its migrations, is kept and unpacked for every later test.
 */
export async function openSnapshot(): ReturnType<typeof openPglite> {
  const file = path.join(CACHE_FOLDER, `database-${migrationsHash()}.tar`);
  if (!existsSync(file)) execFileSync(process.execPath, [MAKER, file]);
  return openPglite({ loadDataDir: new Blob([readFileSync(file)]) });
}

/** Names the present schema. */
export function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS_FOLDER).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(path.join(MIGRATIONS_FOLDER, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
