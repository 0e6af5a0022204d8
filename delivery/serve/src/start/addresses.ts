import { createServer } from 'node:net';

export const DEFAULT_PORT_BASE = 4300;
const API_OFFSET = 2;
/**
 * With TLS the server's ports move up by this offset, and TLS proxies take their place. A portal on https and an
 * identity provider on http would be two sites to the browser, and the silent check would fail.
 */
const SERVER_SHIFT_WITH_TLS = 8;

export function addressesFor(portBase: number, tls: boolean) {
  const server = tls ? portBase + SERVER_SHIFT_WITH_TLS : portBase;
  const scheme = tls ? 'https' : 'http';
  const at = (port: number, how = 'http') => `${how}://localhost:${port}`;
  const ports = {
    portal: portBase,
    idp: portBase + 1,
    api: server + API_OFFSET,
    outbox: server + 3,
    /** The sandbox of the service with which members sign in, in the embedded default. */
    connection: server + 8,
    /** The sandbox of the payment provider in the embedded default. */
    payment: server + 9,
    /** Above the server's ports with TLS, and above the frame in which a remote runs alone. */
    page: portBase + 12,
  };
  return {
    ports,
    /** The port of the identity provider itself where a TLS proxy stands in front of it. */
    idpBehind: tls ? server + 1 : undefined,
    portal: at(ports.portal, scheme),
    idp: at(ports.idp, scheme),
    api: at(ports.api),
    outbox: at(ports.outbox),
  };
}
export type Addresses = ReturnType<typeof addressesFor>;

export const serverPortBase = ({ ports }: Addresses): number => ports.api - API_OFFSET;

/** `localhost` resolves to both addresses, and a browser tries IPv6 first. */
const LOOPBACKS = ['127.0.0.1', '::1'];

export async function takenPorts(ports: readonly number[]): Promise<number[]> {
  const taken = await Promise.all(
    ports.map(async (port) => {
      const answers = await Promise.all(LOOPBACKS.map((host) => isTaken(port, host)));
      return answers.some(Boolean) ? [port] : [];
    }),
  );
  return taken.flat().sort((a, b) => a - b);
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6 refuses the address; then the port is not taken.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
