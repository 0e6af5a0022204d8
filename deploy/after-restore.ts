import { giveUpQueued } from '../server/mail/src/queue.ts';
import { readConfig } from '../server/main/src/config.ts';
import { openDatabase } from '../server/platform/src/database/open-database.ts';
import { runCommand } from '../shared-process/src/command-line.ts';

await runCommand(
  {
    usage: 'node deploy/after-restore.ts',
    does: 'Run once on a restored database, before the first server starts on it (docs/operations.md).',
  },
  async () => {
    const database = await openDatabase(readConfig(process.env).database);
    const messages = await giveUpQueued(database);
    await database.close();
    console.log(`Messages of before the backup that are not sent again: ${messages}.`);
  },
);
