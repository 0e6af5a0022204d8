import type { DatabaseConfig } from '../settings.ts';
import type { DatabaseHandle } from './database.ts';

/**
 * Opens the configured database and applies all pending migrations.
 * @throws ConfigError with one sentence for a schema or a pooler that this version cannot work with
 */
export async function openDatabase(config: DatabaseConfig): Promise<DatabaseHandle> {
  if (config.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(config.folder);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config);
}
