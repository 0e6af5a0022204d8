import { resealStored } from '../server/accounts/src/second-step/reseal.ts';
import { readConfig } from '../server/main/src/config.ts';
import { openDatabase } from '../server/platform/src/database/open-database.ts';
import { runCommand } from '../shared-process/src/command-line.ts';

await runCommand(
  {
    usage: 'node deploy/reseal-secrets.ts',
    does: 'Seals again what older keys of SECRET_KEYS have sealed, and says whether they can be removed.',
  },
  reseal,
);

async function reseal(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config.database);
  const { resealed, unreadable } = await resealStored({ db: database.db, config });
  await database.close();
  console.log(`Sealed again with the first key: ${resealed}.`);
  if (unreadable > 0) console.log(`Sealed by a key that is not in SECRET_KEYS: ${unreadable}.`);
}
