import { DATABASE } from './forget-kept.ts';

/** The one store: the key, and the encrypted record. */
const STORE = 'kept';

/** Does work in one transaction, and closes the connection, which would hold up `forgetKept`. */
export async function withKept<T>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = factory.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    // Nothing is kept, and reading must not begin to.
    if (mode === 'readonly') opening.transaction?.abort();
    else opening.result.createObjectStore(STORE);
  };
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  database.onversionchange = () => database.close();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}
