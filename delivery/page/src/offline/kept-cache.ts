/** The header of a kept answer that has the hash of its bytes. */
const HASH = 'x-portal-hash';

/** Answers by address, each with the hash of its bytes, which is compared before one is given out. */
export type KeptCache = {
  /** @param hash in the form of Subresource Integrity, `sha384-…` */
  put(
    address: string,
    body: ArrayBuffer,
    headers: Readonly<Record<string, string>>,
    hash?: string,
  ): Promise<void>;
  /** The answer; undefined, and removed, where its bytes have changed. */
  take(address: string): Promise<Response | undefined>;
  /** The hash with which something is kept. */
  hashOf(address: string): Promise<string | undefined>;
  addresses(): Promise<readonly string[]>;
  /** Removes everything else. */
  keepOnly(addresses: readonly string[]): Promise<void>;
};

/** @throws Error from `put` for bytes that do not match their hash */
export function createKeptCache(open: () => Promise<Cache>): KeptCache {
  return {
    async put(address, body, headers, hash) {
      const own = await hashOfBytes(body);
      if (hash !== undefined && hash !== own) throw new Error(`Not as its hash says: ${address}`);
      const answer = new Response(body, { headers: { ...headers, [HASH]: own } });
      await (await open()).put(address, answer);
    },
    async take(address) {
      const cache = await open();
      const found = await cache.match(address);
      if (!found) return undefined;
      const body = await found.arrayBuffer();
      if ((await hashOfBytes(body)) === found.headers.get(HASH)) {
        return new Response(body, { headers: found.headers });
      }
      await cache.delete(address);
      return undefined;
    },
    async hashOf(address) {
      const found = await (await open()).match(address);
      return found?.headers.get(HASH) ?? undefined;
    },
    async addresses() {
      return (await (await open()).keys()).map(({ url }) => url);
    },
    async keepOnly(addresses) {
      const cache = await open();
      const others = (await cache.keys()).filter(({ url }) => !addresses.includes(url));
      await Promise.all(others.map((request) => cache.delete(request)));
    },
  };
}

async function hashOfBytes(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
