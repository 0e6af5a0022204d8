import { type DBSchema, type IDBPDatabase, wrap } from 'idb';

const DATABASE = 'portal-session';
/** The one store: the session's tokens, and the browser's key. */
export const SESSION_STORE = 'session';

interface Schema extends DBSchema {
  [SESSION_STORE]: { key: string; value: unknown };
}
type Database = IDBPDatabase<Schema>;

/** Does work with the database; undefined where the browser has none. */
export type SessionDatabase = <T>(work: (db: Database) => Promise<T>) => Promise<T | undefined>;

/**
 * One connection, opened when first needed. Browsers close connections of background pages, so a
 * failed operation is tried once more on a new connection. Answers undefined where that fails too.
 */
export function openSessionDatabase(factory: IDBFactory | undefined): SessionDatabase {
  let connection: Promise<Database> | undefined;

  async function connect(idb: IDBFactory): Promise<Database> {
    const request = idb.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SESSION_STORE);
    const db = (await wrap(request)) as Database;
    const forget = () => {
      connection = undefined;
    };
    db.addEventListener('close', forget);
    db.addEventListener('versionchange', () => {
      db.close();
      forget();
    });
    return db;
  }

  return async <T>(work: (db: Database) => Promise<T>): Promise<T | undefined> => {
    if (factory === undefined) return undefined;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        connection ??= connect(factory);
        return await work(await connection);
      } catch {
        connection = undefined;
      }
    }
    return undefined;
  };
}
