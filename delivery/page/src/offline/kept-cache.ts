/** The header of a kept page that has the hash of its bytes. */
const HASH = 'x-portal-hash';

export type KeptCache = {
  /** Keeps a page, with the hash of its bytes. */
  put(address: string, body: ArrayBuffer, headers: Readonly<Record<string, string>>): Promise<void>;
  /** The page; undefined, and removed, where its bytes have changed. */
  take(address: string): Promise<Response | undefined>;
  /** Keeps a file as the network gave it: Chromium keeps compiled code beside such an answer alone. */
  putFile(address: string, answer: Response): Promise<void>;
  /** The file as it is kept: the page that runs it compares its hash. */
  file(address: string): Promise<Response | undefined>;
  /** @param hash in the form of Subresource Integrity, `sha384-…` */
  hasFile(address: string, hash: string): Promise<boolean>;
  remove(address: string): Promise<void>;
  addresses(): Promise<readonly string[]>;
  keepOnly(addresses: readonly string[]): Promise<void>;
};

export function createKeptCache(open: () => Promise<Cache>): KeptCache {
  const match = async (address: string) => (await open()).match(address);
  const remove = async (address: string) => void (await (await open()).delete(address));
  return {
    async put(address, body, headers) {
      const answer = new Response(body, {
        headers: { ...headers, [HASH]: await hashOfBytes(body) },
      });
      await (await open()).put(address, answer);
    },
    async take(address) {
      const found = await match(address);
      if (!found) return undefined;
      const body = await found.arrayBuffer();
      if ((await hashOfBytes(body)) === found.headers.get(HASH)) {
        return new Response(body, { headers: found.headers });
      }
      await remove(address);
      return undefined;
    },
    async putFile(address, answer) {
      await (await open()).put(address, answer);
    },
    file: match,
    async hasFile(address, hash) {
      const found = await match(address);
      return found !== undefined && (await hashOfBytes(await found.arrayBuffer())) === hash;
    },
    remove,
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
