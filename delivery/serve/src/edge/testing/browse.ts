import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { dataOf } from '@portal/server-testing/page/open-page-listener';

export type BrowsedPage = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded. */
  readonly html: string;
  /** Milliseconds until the whole answer was there. */
  readonly ms: number;
};

/** A browser without a cache at an edge: it keeps its connections, and its slice if it gets one. */
export function browserAt(origin: string, { slice }: { readonly slice?: string } = {}) {
  const agent = new Agent({ keepAlive: true });
  let kept = slice;

  async function open(path = '/', others: Readonly<Record<string, string>> = {}) {
    const started = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<BrowsedPage>();
    const headers = {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
      ...(kept !== undefined && { cookie: `session=secret; portal_slice=${kept}` }),
      ...others,
    };
    const sent = request(`${origin}${path}`, { agent, headers }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      response
        .toArray()
        .then((chunks) => Buffer.concat(chunks))
        .then((bytes) =>
          answered['content-encoding'] === 'br' ? promisify(brotliDecompress)(bytes) : bytes,
        )
        .then((bytes) => {
          const ms = performance.now() - started;
          resolve({ status, headers: answered, html: bytes.toString(), ms });
        }, reject);
    });
    sent.on('error', reject);
    sent.end();
    const page = await promise;
    kept = /^portal_slice=(\w\w)/.exec(page.headers['set-cookie']?.[0] ?? '')?.[1] ?? kept;
    return page;
  }

  return {
    open,
    /** Opens the page until it is as expected; the test's own time-out ends it. */
    async until(isExpected: (page: BrowsedPage) => boolean, path?: string): Promise<BrowsedPage> {
      for (;;) {
        const page = await open(path);
        if (isExpected(page)) return page;
      }
    },
    slice: () => kept,
    close: () => agent.destroy(),
  };
}

/** The version of a remote that this page would run. */
export const versionIn = ({ html }: BrowsedPage, remote: string): string | undefined =>
  dataOf({ body: html })?.remotes[remote]?.version;
