import { createServer } from 'node:net';

/** The ports of a started portal's parts and the addresses that browsers use. */
export type Addresses = {
  readonly ports: {
    readonly portal: number;
    readonly idp: number;
    readonly api: number;
    readonly outbox: number;
    /** The sandbox of the service with which members sign in, in the embedded default. */
    readonly connection: number;
    /** The sandbox of the payment provider in the embedded default. */
    readonly payment: number;
    /** The server’s page listener. */
    readonly page: number;
  };
  /** The port of the identity provider itself when a TLS proxy stands in front of it. */
  readonly idpBehind?: number;
  readonly portal: string;
  readonly idp: string;
  readonly api: string;
  readonly outbox: string;
};

export const DEFAULT_PORT_BASE = 4300;
const OFFSET = {
  portal: 0,
  idp: 1,
  api: 2,
  outbox: 3,
  connection: 8,
  payment: 9,
  /** Above the server's ports with TLS, and above the frame in which a remote runs alone. */
  page: 12,
} as const;
/**
 * With TLS the server's ports move up by this offset, and TLS proxies take their place. A portal on
 * https and an identity provider on http would be two sites to the browser, and the silent check
 * would fail.
 */
const SERVER_SHIFT_WITH_TLS = 8;

/** @param portBase the first port: +0 portal, +1 identity provider, +2 API, +3 outbox, … */
export function addressesFor(portBase: number, tls: boolean): Addresses {
  const server = tls ? portBase + SERVER_SHIFT_WITH_TLS : portBase;
  const scheme = tls ? 'https' : 'http';
  const at = (port: number, how = 'http') => `${how}://localhost:${port}`;
  const ports = {
    portal: portBase + OFFSET.portal,
    idp: portBase + OFFSET.idp,
    api: server + OFFSET.api,
    outbox: server + OFFSET.outbox,
    connection: server + OFFSET.connection,
    payment: server + OFFSET.payment,
    page: portBase + OFFSET.page,
  };
  return {
    ports,
    ...(tls ? { idpBehind: server + OFFSET.idp } : {}),
    portal: at(ports.portal, scheme),
    idp: at(ports.idp, scheme),
    api: at(ports.api),
    outbox: at(ports.outbox),
  };
}

/** The `PORT_BASE` for the server, so that its parts listen on these ports. */
export function serverPortBase({ ports }: Addresses): number {
  return ports.api - OFFSET.api;
}

/** `localhost` resolves to both addresses, and a browser tries IPv6 first. */
const LOOPBACKS = ['127.0.0.1', '::1'];

/** Returns the given ports that are taken. */
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
