import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { openPageListener } from '@portal/server-releases/live-page';
import type { PageData } from '@portal/shared-contract';
import type { TestServer } from '../index.ts';

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};

export type PageAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded. */
  readonly body: string;
};

/** The page listener of a test server, on a port of its own. */
export async function openTestPageListener(
  server: TestServer,
  options?: Parameters<typeof openPageListener>[1],
) {
  const listener = await openPageListener(server.context, options);
  const http = createServer(listener.handler);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;

  function get(
    path = '/',
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
    form?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>();
    const sent = request({ port, path, method, headers, host: '127.0.0.1' }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const decode = DECODERS[headers['content-encoding'] ?? ''];
      response
        .toArray()
        .then((chunks) => Buffer.concat(chunks))
        .then((bytes) => (decode && bytes.length > 0 ? decode(bytes) : bytes))
        .then((bytes) => resolve({ status, headers, body: bytes.toString() }), reject);
    });
    sent.on('error', reject);
    sent.end(form && new URLSearchParams(form).toString());
    return promise;
  }

  return {
    port,
    filesOfHome: listener.filesOfHome,
    isBroken: listener.isBroken,
    get,
    /** Asks until the answer is as expected; the test's own time-out ends it. */
    async until(
      isExpected: (answer: PageAnswer) => boolean,
      ...asked: Parameters<typeof get>
    ): Promise<PageAnswer> {
      for (;;) {
        const answer = await get(...asked);
        if (isExpected(answer)) return answer;
      }
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await listener.close();
    },
  };
}

/** The data in a page; its versions are those that a browser would run. */
export function dataOf({ body }: Pick<PageAnswer, 'body'>): PageData | undefined {
  const json = /id="portal-data">(.*?)<\/script>/s.exec(body)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}
