import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/database.ts';

/** Brings the database's schema up to date and ends: runs once before the replicas start. */
const database = await openDatabase(readConfig(process.env).database);
await database.close();
console.log('The database is up to date.');
