import { createServer } from 'node:http';
import { createLineSandbox } from '@portal/server-identity/line/sandbox';
import { createLog } from '@portal/server-platform/metrics/log';
import { testConfig } from '../config.ts';
import { listenOnFreePort } from '../listen.ts';

/**
 * Starts the LINE sandbox for a server that is a process of its own.
 * @param idpOrigin of that server
 */
export async function startLineSandbox(idpOrigin: string) {
  const server = createServer();
  const issuer = `http://localhost:${await listenOnFreePort(server, 'localhost')}`;
  const line = {
    issuer,
    channelId: 'line-sandbox',
    channelSecret: 'a-secret-of-the-channel-for-tests-only',
    email: true,
    sandbox: true,
  };
  const traced: (string | undefined)[] = [];
  server.on('request', ({ headers, url }) => {
    if (headers.traceparent ?? headers.tracestate ?? headers.baggage) traced.push(url);
  });
  server.on(
    'request',
    createLineSandbox({ config: testConfig({ idpOrigin }), line, log: createLog('silent') }),
  );
  return {
    origin: issuer,
    /** The addresses to which somebody sent the trace of a call. */
    traced: traced as readonly unknown[],
    /** The settings with which the server signs in there. */
    env: {
      LINE_ISSUER: issuer,
      LINE_CHANNEL_ID: line.channelId,
      LINE_CHANNEL_SECRET: line.channelSecret,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
