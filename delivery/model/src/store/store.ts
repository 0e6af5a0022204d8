export type StoredValue = {
  readonly key: string;
  readonly at: number;
  readonly bytes: number;
};

/**
 * Where releases are kept: a folder or a bucket. A key is a path such as `files/account/main.4f….js`.
 * A reader sees a value whole or not at all, whenever a writer is interrupted.
 */
export type Store = {
  get(key: string): Promise<Uint8Array | undefined>;
  /** Stores the bytes if the key has none: of several writers one succeeds. @returns false where it had some */
  putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean>;
  /** The values whose keys begin with the prefix, in no particular order. */
  stored(prefix: string): AsyncIterable<StoredValue>;
  remove(key: string): Promise<void>;
};

/** A store that cannot be used; `message` says in one sentence what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** No segment begins with a dot, so that neither `..` nor a temporary file is a key. */
const SEGMENT = /^[\w~+-][\w.~+-]{0,199}$/;
const KEY_MAX_LENGTH = 800;

export function isKey(key: string): boolean {
  return key.length <= KEY_MAX_LENGTH && key.split('/').every((segment) => SEGMENT.test(segment));
}

export function checkKey(key: string): void {
  if (!isKey(key)) throw new StoreError(`${JSON.stringify(key)} cannot be a key of a store.`);
}
