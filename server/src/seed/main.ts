import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { FolderLockedError } from '../db/folder-lock.ts';
import { openDatabase } from '../db/open-database.ts';
import { DEMO_MEMBER, seedDemo } from './index.ts';

/** `npm run seed -w server`: creates the demo data without starting the server. */
if (process.env.DATABASE_URL) {
  process.stderr.write(
    'The demo member has a known password: it is made in the embedded database only, so please unset DATABASE_URL.\n',
  );
  process.exit(1);
}
try {
  const config = readConfig(process.env);
  const database = await openDatabase(config.database);
  await seedDemo({ config, db: database.db, clock: systemClock });
  await database.close();
  process.stdout.write(`${JSON.stringify(DEMO_MEMBER)}\n`);
  process.exit();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FolderLockedError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
