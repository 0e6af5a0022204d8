import { remoteFolders } from '../build/packages.ts';

/** Where the parts of a started portal listen and how the browser reaches them. */
export type Addresses = {
  readonly ports: {
    readonly portal: number;
    readonly idp: number;
    readonly api: number;
    readonly outbox: number;
    /** The embedded default's own LINE. */
    readonly line: number;
    /** The embedded default's own payment provider. */
    readonly payment: number;
    readonly shell: number;
    /** By name: `account`, `mypage` … */
    readonly remotes: Readonly<Record<string, number>>;
  };
  /** The identity provider's own listener, where the edge puts TLS in front of it. */
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
  shell: 7,
  line: 8,
  payment: 9,
} as const;
/**
 * With TLS the server moves up by this, so that the edge can stand in its place: a portal on https
 * and an identity provider on http are two sites to the browser, and the silent check would fail.
 */
const SERVER_SHIFT_WITH_TLS = 8;

/** @param portBase first of the ports in use here: +0 portal, +1 identity provider, +2 API, +3 outbox … */
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
    line: server + OFFSET.line,
    payment: server + OFFSET.payment,
    shell: portBase + OFFSET.shell,
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

/** The first remotes stand below the shell, any further ones after the server's moved ports. */
function remotePort(portBase: number, index: number): number {
  const port = portBase + OFFSET.firstRemote + index;
  return index < OFFSET.shell - OFFSET.firstRemote ? port : port + SERVER_SHIFT_WITH_TLS;
}

/** The `PORT_BASE` that the server must be given so that its parts listen where these say. */
export function serverPortBase({ ports }: Addresses): number {
  return ports.api - OFFSET.api;
}
