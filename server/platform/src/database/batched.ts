import { setImmediate } from 'node:timers';

/**
 * Looks values up many at a time: all keys that are asked for in one turn of the event loop go to the database
 * together. The busier the server is, the more keys share a statement; a single key waits for nothing else.
 * @param load finds the values of some keys; a key without a value is missing in the result
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next:
    | { readonly keys: Set<Key>; readonly values: Promise<ReadonlyMap<Key, Value>> }
    | undefined;

  function begin() {
    const keys = new Set<Key>();
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return load([...keys]);
    });
    return { keys, values };
  }

  return async (key) => {
    next ??= begin();
    next.keys.add(key);
    return (await next.values).get(key);
  };
}
