import type { LogStorage } from '../append.ts';
import type { SignedEntry } from '../entry.ts';

/** A log in memory, with the compare-and-swap of the real one. */
export function memoryLog(): LogStorage & { readonly entries: SignedEntry[] } {
  const entries: SignedEntry[] = [];
  return {
    entries,
    last: async () => entries.at(-1),
    async insert(entry) {
      if (entries.length !== entry.entry.seq - 1) return false;
      entries.push(entry);
      return true;
    },
  };
}
