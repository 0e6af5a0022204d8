import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import { createTestClock, startTestServer, type TestServer } from '@portal/server-testing';
import { OPERATOR_TOKEN } from '@portal/server-testing/releases/page-setting';

/** A portal on a port of this machine: the real server behind what an edge does with `/api` and `/remotes`. */
export type TestPortal = {
  /** `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly server: TestServer;
  /** What was asked: `PUT /releases/mypage/1.0.0%2B…`. */
  readonly calls: string[];
  close(): Promise<void>;
};

/** @param storeFolder where the portal keeps releases @param now the server's clock; by default that of the machine */
export async function startTestPortal(
  storeFolder: string,
  now: () => Date = () => new Date(),
): Promise<TestPortal> {
  const calls: string[] = [];
  const nobody = 'http://127.0.0.1:9';
  const files = createEdge({ origin: '', api: nobody, page: nobody, releases: storeFolder });
  const edge = createServer(async (request, response) => {
    if (request.url?.startsWith('/remotes/')) {
      files.server.emit('request', request, response);
      return;
    }
    const path = (request.url ?? '').replace(/^\/api(?=\/)/, '');
    calls.push(`${request.method} ${path}`);
    const answer = await server.api.fetch(await toRequest(request, `${url}${path}`));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
  const server = await startTestServer({
    clock: { ...createTestClock(), now },
    config: {
      portalOrigin: url,
      releases: { store: { kind: 'folder', folder: storeFolder }, token: OPERATOR_TOKEN },
    },
  });
  return {
    url,
    server,
    calls,
    async close() {
      edge.closeAllConnections();
      await new Promise((resolve) => edge.close(resolve));
      await server.close();
    },
  };
}

async function toRequest(message: IncomingMessage, url: string): Promise<Request> {
  const { method = 'GET', headers } = message;
  const body = await buffer(message);
  return new Request(url, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, `${value}`]),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
