import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { MIGRATIONS_FOLDER } from '@portal/server-platform/database/migrations';

const CACHE_FOLDER = path.resolve(import.meta.dirname, '../../../.cache');
const MAKER = path.join(import.meta.dirname, 'make-database-folder.ts');

/** Writes a migrated PGlite database to a new folder: a copy of one that is kept, because creating it takes seconds. */
export async function copyMigratedDatabase(folder: string): Promise<void> {
  const template = path.join(CACHE_FOLDER, `database-${migrationsHash()}`);
  if (!existsSync(template)) execFileSync(process.execPath, [MAKER, template]);
  await cp(template, folder, { recursive: true });
}

/** Names the present schema. */
function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS_FOLDER).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(path.join(MIGRATIONS_FOLDER, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
