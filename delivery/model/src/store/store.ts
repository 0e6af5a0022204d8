/** What a file is, for a store that serves it to browsers itself. A folder does not keep it. */
export type PutOptions = {
  /** The `content-type`. */
  readonly type?: string;
  /** The `content-encoding` of bytes that are compressed already. */
  readonly encoding?: 'br' | 'gzip' | 'zstd';
  /** The `cache-control`. */
  readonly cacheControl?: string;
};

/** The `cache-control` of a value that never changes, since its key follows from its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A key that has a value, and what the store knows of the value without reading it. */
export type StoredValue = {
  readonly key: string;
  /** When it was stored, in milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
};

/**
 * Where releases are kept: a folder or a bucket. A key is a path such as `files/account/main.4f….js`.
 * A reader sees a value whole or not at all, whenever a writer is interrupted.
 */
export type Store = {
  /** The bytes that were stored; undefined if there are none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /**
   * Stores the bytes if the key has none. Of several writers at once one succeeds.
   * @returns false where the key had some
   */
  putIfAbsent(key: string, bytes: Uint8Array, options?: PutOptions): Promise<boolean>;
  /** The values whose keys begin with the prefix, in no particular order. */
  stored(prefix: string): AsyncIterable<StoredValue>;
  /** Removes the value; nothing happens to a key that has none. */
  remove(key: string): Promise<void>;
};

/** A store that cannot be used; `message` says in one sentence what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** No segment begins with a dot, so that neither `..` nor a temporary file is a key. */
const SEGMENT = /^[\w~+-][\w.~+-]{0,199}$/;
const KEY_MAX_LENGTH = 800;

/** True for what every kind of store can keep under this name. */
export function isKey(key: string): boolean {
  return key.length <= KEY_MAX_LENGTH && key.split('/').every((segment) => SEGMENT.test(segment));
}

/** @throws StoreError for a key that leaves the store or that not every kind of store can keep */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new StoreError(`${JSON.stringify(key)} cannot be a key of a store.`);
}

/** @throws StoreError for what no key begins with; an empty prefix stands for all keys */
export function checkPrefix(prefix: string): void {
  if (prefix !== '' && !isKey(prefix.replace(/\/$/, ''))) {
    throw new StoreError(`${JSON.stringify(prefix)} cannot begin a key of a store.`);
  }
}
