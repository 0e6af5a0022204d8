import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/open-database.ts';
import { giveUpQueued } from '../server/src/mail/queue.ts';

/** Run once on a restored database, before the first server starts on it (docs/operations.md). */
const database = await openDatabase(readConfig(process.env).database);
const messages = await giveUpQueued(database);
await database.close();
console.log(`Messages of before the backup that are not sent again: ${messages}.`);
