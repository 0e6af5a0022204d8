import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Refused } from '@portal/shared-process/command-line';
import { answerLargeHeaders, HEADER_BYTES_BEHIND_EDGE } from '@portal/shared-process/large-headers';

/** How long open calls may take to finish at shutdown. Docker kills a process ten seconds after the signal. */
const DRAIN_MS = 4_000;
/** A caller who sends a request byte by byte holds a connection no longer than this … */
const HEADERS_TIMEOUT_MS = 30_000;
/** … and a photo of 8 MB must come over a slow line in this time. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Longer than the edge keeps idle connections (deploy/nginx/templates): none is closed as a request is on its way. */
const KEEP_ALIVE_MS = 75_000;
/** How long answers say that their connection ends, before the port is closed. */
const LAST_ANSWERS_MS = 1_000;
const LOOK_AGAIN_MS = 20;

export type Listener = { close(): Promise<void> };

/** A port is in use; `message` names it in one sentence. */
export class PortTakenError extends Refused {
  override readonly name = 'PortTakenError';
}

/**
 * Listens for HTTP.
 * @throws PortTakenError when another program uses the port.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string | undefined,
): Promise<Listener> {
  let ending = false;
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES_BEHIND_EDGE,
    },
    (request, response) => {
      if (ending) response.setHeader('connection', 'close');
      // HTTP/1.0 needs none (RFC 1945), and a balancer's health check is often that.
      request.headers.host ??= 'localhost';
      handler(request, response);
    },
  );
  answerLargeHeaders(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new PortTakenError(
              `Port ${port} is in use by another program; end it, or set PORT_BASE to another number.`,
            )
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
  return {
    async close() {
      ending = true;
      await untilLeft(server);
      await drain(server);
    },
  };
}

/** Waits until callers have left, each after `connection: close`: a cut would lose an edge's next request. */
async function untilLeft(server: Server): Promise<void> {
  const end = Date.now() + LAST_ANSWERS_MS;
  const connections = promisify(server.getConnections.bind(server));
  while (Date.now() < end && (await connections()) > 0) await pause(LOOK_AGAIN_MS);
}

/** Accepts no new calls, lets open ones finish, and closes those that take too long. */
async function drain(server: Server): Promise<void> {
  // This follows the reading of sockets: what has arrived before is in hand, and nothing is cut unread.
  await new Promise((resolve) => setImmediate(resolve));
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
