import { createServer, type Server } from 'node:http';
import { createLineSandbox } from '@portal/server-identity/line/sandbox';
import { createIdp, type Idp } from '@portal/server-identity/provider/provider';
import {
  fresh,
  shared,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../index.ts';
import { listenOnFreePort as listen } from '../listen.ts';

export const PORTAL = 'http://localhost:4300';

const LINE_CHANNEL = {
  channelId: 'line-sandbox',
  channelSecret: 'a-secret-of-the-channel-for-tests-only',
  email: true,
  sandbox: true,
};

export type TestIdp = TestServer & {
  readonly idp: Idp;
  /** The address of the identity provider. */
  readonly issuer: string;
  /** The address of the LINE sandbox, if the test starts it. */
  readonly line: string;
  /** Starts another replica on the same database; returns its address. */
  addReplica(): Promise<string>;
};

export type TestIdpOptions = TestServerOptions & {
  /** Starts the LINE sandbox too. */
  readonly line?: boolean;
  /** The portal's files that the sign-in page fetches ahead. */
  readonly filesOfHome?: Parameters<typeof createIdp>[0]['filesOfHome'];
  /** A member to create. */
  readonly member?: Parameters<TestServer['createMember']>[0];
};

/** Starts the identity provider on a free port, with its own database. */
export async function startTestIdp(options: TestIdpOptions = {}): Promise<TestIdp> {
  const servers = [createServer(), createServer()];
  const [idpServer, lineServer] = servers as [Server, Server];
  const issuer = `http://localhost:${await listen(idpServer, 'localhost')}`;
  const line = `http://localhost:${await listen(lineServer, 'localhost')}`;
  const lineConfig = { ...LINE_CHANNEL, issuer: line };
  const server = await startTestServer({
    ...options,
    config: {
      portalOrigin: PORTAL,
      extraPortalOrigins: [],
      corsOrigins: [PORTAL],
      idpOrigin: issuer,
      ...(options.line && { connections: { line: lineConfig } }),
      ...options.config,
    },
  });
  if (options.member) await server.createMember(options.member);
  const { filesOfHome } = options;
  const idp = createIdp({ ...server.context, ...(filesOfHome && { filesOfHome }) });
  idpServer.on('request', idp.handler);
  if (options.line) {
    lineServer.on('request', createLineSandbox({ ...server.context, line: lineConfig }));
  }

  return {
    ...server,
    idp,
    issuer,
    line,
    async addReplica() {
      const replica = createServer(createIdp(server.context).handler);
      servers.push(replica);
      return `http://localhost:${await listen(replica, 'localhost')}`;
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

export const sharedIdp = (options?: TestIdpOptions): TestIdp => shared(() => startTestIdp(options));
export const freshIdp = (options?: TestIdpOptions): TestIdp =>
  fresh((handle) => startTestIdp({ ...options, handle }));
