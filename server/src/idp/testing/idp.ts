import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLineSandbox } from '../../line-sandbox/index.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/index.ts';
import { createIdp, type Idp } from '../index.ts';

export const PORTAL = 'http://localhost:4300';

const LINE_CHANNEL = {
  channelId: 'line-sandbox',
  channelSecret: 'a-secret-of-the-channel-for-tests-only',
  email: true,
  sandbox: true,
};

export type TestIdp = TestServer & {
  readonly idp: Idp;
  /** The issuer, on a port of its own. */
  readonly issuer: string;
  /** The sandbox's address, when the test asked for it. */
  readonly line: string;
  /** Another replica on the same database; answers its address. */
  addReplica(): Promise<string>;
};

export type TestIdpOptions = TestServerOptions & {
  /** With the LINE sandbox, on a port of its own. */
  readonly line?: boolean;
  /** A member to create. */
  readonly member?: Parameters<TestServer['createMember']>[0];
};

/** The identity provider on a port, on a database of its own. */
export async function startTestIdp(options: TestIdpOptions = {}): Promise<TestIdp> {
  const servers = [createServer(), createServer()];
  const [deps, lineDoor] = servers as [Server, Server];
  const issuer = `http://localhost:${await listen(deps)}`;
  const line = `http://localhost:${await listen(lineDoor)}`;
  const lineConfig = { ...LINE_CHANNEL, issuer: line };
  const server = await startTestServer({
    ...options,
    config: {
      portalOrigin: PORTAL,
      extraPortalOrigins: [],
      corsOrigins: [PORTAL],
      idpOrigin: issuer,
      ...(options.line && { line: lineConfig }),
      ...options.config,
    },
  });
  if (options.member) await server.createMember(options.member);
  const idp = createIdp(server.context);
  deps.on('request', idp.handler);
  if (options.line) {
    lineDoor.on('request', createLineSandbox({ ...server.context, line: lineConfig }));
  }

  return {
    ...server,
    idp,
    issuer,
    line,
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

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}
