import type { LogStorage } from '../append.ts';
import type { Entry } from '../entry.ts';

/** A history in memory, with the compare-and-swap of the real one. */
export function memoryLog(): LogStorage & { readonly entries: Entry[] } {
  const entries: Entry[] = [];
  const byKey = new Map<string, Entry>();
  return {
    entries,
    last: async () => entries.at(-1),
    entryOf: async (key) => byKey.get(key),
    async insert(entry, key) {
      if (entries.length !== entry.seq - 1 || (key && byKey.has(key))) return false;
      entries.push(entry);
      if (key) byKey.set(key, entry);
      return true;
    },
  };
}
