import { remoteFolders } from '@portal/delivery-builder/workspace/packages';

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
    /** The server of the files of all parts. */
    readonly files: number;
    /** The server’s page listener. */
    readonly page: number;
    /** Of remotes with servers of files of their own, by name: `account`, `mypage`, … */
    readonly remotes: Readonly<Record<string, number>>;
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
  firstRemote: 4,
  files: 7,
  connection: 8,
  payment: 9,
  /** Above the server's ports with TLS, and above the frame in which a remote runs alone. */
  page: 12,
  /** After all others, with TLS too. */
  furtherRemotes: 18,
} as const;
/**
 * With TLS the server's ports move up by this offset, and TLS proxies take their place. A portal on
 * https and an identity provider on http would be two sites to the browser, and the silent check
 * would fail.
 */
const SERVER_SHIFT_WITH_TLS = 8;

/** @param portBase the first port: +0 portal, +1 identity provider, +2 API, +3 outbox, … */
export function addressesFor(portBase: number, tls: boolean): Addresses {
  const names = remoteFolders().map((folder) => folder.replace(/^mfe-/, ''));
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
    files: portBase + OFFSET.files,
    page: portBase + OFFSET.page,
    remotes: Object.fromEntries(
      names.map((name, index) => [name, remotePort(portBase, index)] as const),
    ),
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

/** The first remotes have the ports before that of all files, any further ones those after all others. */
function remotePort(portBase: number, index: number): number {
  const first = OFFSET.files - OFFSET.firstRemote;
  return (
    portBase + (index < first ? OFFSET.firstRemote + index : OFFSET.furtherRemotes + index - first)
  );
}

/** The `PORT_BASE` for the server, so that its parts listen on these ports. */
export function serverPortBase({ ports }: Addresses): number {
  return ports.api - OFFSET.api;
}
