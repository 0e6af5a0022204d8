import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { answerUnavailable } from '@portal/delivery-model/page/message';
import { newRequestId } from '@portal/shared-process/request-id';
import { boundSessions, CONNECTION_LIMITS } from './connection-limits.ts';
import { countryHeaderOf, type Tls } from './edge.ts';
import { createUpstream } from './proxy.ts';

const UNAVAILABLE =
  'ただいま接続できません。少し待ってから、もう一度お試しください。\n' +
  'This cannot be reached right now. Please try again in a moment.\n';

/** A TLS and HTTP/2 proxy in front of a plain HTTP server, the identity provider. */
export function createTlsProxy(
  upstream: string,
  tls: Tls,
): { readonly server: Http2SecureServer; close(): Promise<void> } {
  const behind = createUpstream(upstream, 'api');
  const server = createSecureServer(
    { ...tls, ...CONNECTION_LIMITS, allowHTTP1: true },
    (request, response) => {
      delete request.headers[countryHeaderOf(process.env.COUNTRY_HEADER)];
      const requestId = newRequestId();
      behind
        .forward(request.url, request, response, {
          requestId,
          secure: true,
          client: request.socket.remoteAddress ?? 'unknown',
        })
        .catch(() => {
          response.setHeader('x-request-id', requestId);
          answerUnavailable(response, UNAVAILABLE);
        });
    },
  );
  boundSessions(server);
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await behind.close();
      await closed;
    },
  };
}
