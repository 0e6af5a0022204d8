import type { Server } from 'node:http';
import type { Http2SecureServer, SecureServerOptions, ServerHttp2Session } from 'node:http2';
import { answerLargeHeaders, HEADER_BYTES } from '@portal/shared-process/large-headers';

const HEADERS_MS = 10_000;
const IDLE_MS = 75_000;

/**
 * What one connection may take: who sends slowly, or opens and resets streams all the time
 * (CVE-2023-44487), ends before others notice. nginx has the same (deploy/nginx.conf).
 */
export const CONNECTION_LIMITS = {
  handshakeTimeout: HEADERS_MS,
  headersTimeout: HEADERS_MS,
  /** As the server's (server/platform/src/http/listen.ts), for a photo over a slow line. */
  requestTimeout: 120_000,
  keepAliveTimeout: IDLE_MS,
  /** How often the times of HTTP/1.1 are looked at. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: HEADER_BYTES,
  settings: { maxConcurrentStreams: 64, maxHeaderListSize: HEADER_BYTES },
  /** In megabytes. */
  maxSessionMemory: 4,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  /** A browser that leaves a page cancels what it still waits for, at most 64 at once. */
  streamResetBurst: 200,
  streamResetRate: 20,
} as const satisfies SecureServerOptions & Record<string, unknown>;

/** Ends connections of HTTP/2 that are idle, and says in words that headers are too large. */
export function boundSessions(server: Server | Http2SecureServer): void {
  answerLargeHeaders(server);
  server.on('session', (session: ServerHttp2Session) => {
    session.setTimeout(IDLE_MS, () => session.close());
  });
}
