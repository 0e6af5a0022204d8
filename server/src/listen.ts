import { createServer, type RequestListener, type Server } from 'node:http';

/** How long open calls may take to finish at shutdown. */
const DRAIN_MS = 5_000;
/** A caller who sends a request byte by byte holds a connection no longer than this … */
const HEADERS_TIMEOUT_MS = 30_000;
/** … and a photo of 8 MB must come over a slow line in this time. */
const REQUEST_TIMEOUT_MS = 120_000;

export type Listener = { close(): Promise<void> };

/** A port is in use; `message` names it in one sentence. */
export class PortTakenError extends Error {
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
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    handler,
  );
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
  return { close: () => drain(server) };
}

/** Accepts no new calls, lets open ones finish, and closes those that take too long. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
