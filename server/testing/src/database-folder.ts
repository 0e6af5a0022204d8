import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { CACHE_FOLDER, migrationsHash } from './snapshot.ts';

const MAKER = path.join(import.meta.dirname, 'make-database-folder.ts');

/**
 * Writes a migrated PGlite database without data to a new folder. Creating one takes seconds, so a
 * folder named by the migrations is kept and copied.
 */
export async function copyMigratedDatabase(folder: string): Promise<void> {
  const template = path.join(CACHE_FOLDER, `database-${migrationsHash()}`);
  if (!existsSync(template)) execFileSync(process.execPath, [MAKER, template]);
  await cp(template, folder, { recursive: true });
}
