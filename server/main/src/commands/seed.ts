import { systemClock } from '@portal/server-platform/clock';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { ConfigError, runCommand } from '@portal/shared-process/command-line';
import { readConfig } from '../config.ts';
import { DEMO_MEMBER, seedDemo } from '../seed/index.ts';

await runCommand(
  {
    usage: 'npm run seed -w server/main',
    does: 'Creates the demo data in the embedded database, without starting the server.',
  },
  async () => {
    if (process.env.DATABASE_URL) {
      throw new ConfigError(
        'The demo member has a known password: it is made in the embedded database only, so please unset DATABASE_URL.',
      );
    }
    const config = readConfig(process.env);
    const database = await openDatabase(config.database);
    await seedDemo({ config, db: database.db, clock: systemClock });
    await database.close();
    process.stdout.write(`${JSON.stringify(DEMO_MEMBER)}\n`);
    process.exit();
  },
);
