import { readConfig } from '../server/main/src/config.ts';
import { openDatabase } from '../server/platform/src/database/open-database.ts';
import { runCommand } from '../shared-process/src/command-line.ts';

await runCommand(
  {
    usage: 'node deploy/migrate.ts',
    does: 'Migrates the schema of the database, once before the replicas start.',
    details: ['DATABASE_URL and the secrets are those of the server (docs/your-own-portal.md).'],
  },
  async () => {
    const database = await openDatabase(readConfig(process.env).database);
    await database.close();
    console.log('The database is up to date.');
  },
);
