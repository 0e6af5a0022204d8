import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/index.ts';
import { createIdp, type Idp } from '../index.ts';

export const PORTAL = 'http://localhost:4300';

export type TestIdp = TestServer & {
  readonly idp: Idp;
  /** The issuer, on a port of its own. */
  readonly issuer: string;
  /** Another replica on the same database; answers its address. */
  addReplica(): Promise<string>;
};

/** The identity provider on a port, on a database of its own. */
export async function startTestIdp(options: TestServerOptions = {}): Promise<TestIdp> {
  const servers = [createServer()];
  const port = await listen(servers[0] as ReturnType<typeof createServer>);
  const issuer = `http://localhost:${port}`;
  const server = await startTestServer({
    ...options,
    config: {
      portalOrigin: PORTAL,
      extraPortalOrigins: [],
      corsOrigins: [PORTAL],
      idpOrigin: issuer,
      ...options.config,
    },
  });
  const idp = createIdp(server.context);
  servers[0]?.on('request', idp.handler);

  return {
    ...server,
    idp,
    issuer,
    async addReplica() {
      const replica = createServer(createIdp(server.context).handler);
      servers.push(replica);
      return `http://localhost:${await listen(replica)}`;
    },
    async close() {
      for (const listener of servers) {
        listener.closeAllConnections();
        await new Promise((resolve) => listener.close(resolve));
      }
      await server.close();
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}
