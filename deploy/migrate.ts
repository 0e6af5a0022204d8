import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/db/open-database.ts';

/** Migrates the database schema and exits. It runs once before the replicas start. */
const database = await openDatabase(readConfig(process.env).database);
await database.close();
console.log('The database is up to date.');
