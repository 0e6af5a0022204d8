type Entries = Map<string, { body: ArrayBuffer; readonly headers: Headers }>;

/** The part of a browser's cache that the worker uses, in memory. */
export function memoryCache() {
  let entries: Entries | undefined = new Map();
  return {
    async open() {
      if (!entries) throw new Error('There is none.');
      return cacheOf(entries);
    },
    addresses: () => [...(entries?.keys() ?? [])],
    /** As when the browser removes the cache. */
    remove() {
      entries = undefined;
    },
    /** Changes one byte of what is kept at an address. */
    changeByte(address: string) {
      const entry = entries?.get(address);
      if (!entry) throw new Error(`Nothing is kept at ${address}.`);
      const bytes = new Uint8Array(entry.body.slice(0));
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      entry.body = bytes.buffer;
    },
  };
}

function cacheOf(entries: Entries): Cache {
  const cache = {
    async put(address: string, answer: Response) {
      // As in a browser, what is put anew is the last one.
      entries.delete(address);
      entries.set(address, { body: await answer.arrayBuffer(), headers: answer.headers });
    },
    async match(address: string) {
      const found = entries.get(address);
      return found && new Response(found.body, { headers: found.headers });
    },
    async keys() {
      return [...entries.keys()].map((url) => ({ url }));
    },
    async delete(address: string | { readonly url: string }) {
      return entries.delete(typeof address === 'string' ? address : address.url);
    },
  };
  return cache as unknown as Cache;
}
