import { LIMITS } from '@portal/shared-contract/limits';
import { withDeadline } from '@portal/shared-contract/with-deadline';

const DATABASE = 'portal-session';
/** The one store: the session's tokens, and the browser's key. */
const SESSION_STORE = 'session';

/**
 * Does work in one transaction on the store; undefined where the browser has no database, or none that answers. The work
 * awaits nothing but requests to the store, or its transaction ends.
 */
export type SessionDatabase = <T>(
  mode: IDBTransactionMode,
  work: Work<T>,
) => Promise<T | undefined>;
type Work<T> = (store: IDBObjectStore) => Promise<T>;

/**
 * One connection, opened when first needed. Browsers close connections of background pages, so a
 * failed operation is tried once more on a new connection. Answers undefined where that fails too, or does not come.
 *
 * The page's boot script bundles this module, so it imports no library.
 * @param withinMs for an answer; what was asked for is still done if the database answers later
 */
export function openSessionDatabase(
  factory: IDBFactory | undefined,
  withinMs: number = LIMITS.storage,
): SessionDatabase {
  let connection: Promise<IDBDatabase> | undefined;

  async function connect(idb: IDBFactory): Promise<IDBDatabase> {
    const request = idb.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SESSION_STORE);
    const db = await resultOf(request);
    const forget = () => {
      connection = undefined;
    };
    db.onclose = forget;
    db.onversionchange = () => {
      db.close();
      forget();
    };
    return db;
  }

  async function perform<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
    if (factory === undefined) return undefined;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        connection ??= connect(factory);
        const transaction = (await connection).transaction(SESSION_STORE, mode);
        const [result] = await Promise.all([
          work(transaction.objectStore(SESSION_STORE)),
          done(transaction),
        ]);
        return result;
      } catch {
        connection = undefined;
      }
    }
    return undefined;
  }

  return (mode, work) => withDeadline(perform(mode, work), withinMs).catch(() => undefined);
}

/** The result of a request to the database. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * The same for the last request of a transaction, which then ends by itself. In WebKit a page that is left keeps its
 * transactions open until it is shown again or thrown away, and those of the next page wait for them.
 */
export function lastResultOf<T>(request: IDBRequest<T>): Promise<T> {
  request.transaction?.commit();
  return resultOf(request);
}

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
