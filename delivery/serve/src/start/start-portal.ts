import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { buildAll } from '@portal/delivery-builder';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { localCertificate } from '../edge/certificate.ts';
import type { EdgeOptions } from '../edge/edge.ts';
import { type Addresses, addressesFor, DEFAULT_PORT_BASE, serverPortBase } from './addresses.ts';
import { type Child, createChild } from './child.ts';
import { discoverProvider } from './discover-provider.ts';
import { goLive } from './go-live.ts';
import { startConfiguration } from './page-configuration.ts';
import { badPorts, takenPorts } from './ports.ts';
import { StartRefused } from './start-refused.ts';

export type StartOptions = {
  readonly portBase?: number;
  /** The folder of the embedded database, its secrets and the releases; `.data` by default. */
  readonly dataDir?: string;
  /**
   * The folder of logs, by port; `.run` by default, or below `dataDir` if that is given.
   */
  readonly runDir?: string;
  /** Serves HTTPS and HTTP/2 with a self-signed certificate. */
  readonly tls?: boolean;
  /** Serves the remotes on origins of their own instead of below `/remotes/`. */
  readonly remotesOnOwnOrigins?: boolean;
  /** Gives each remote a server of files of its own behind the edge, which a test can stop. */
  readonly ownFileServers?: boolean;
  /** `monolith` serves the monolith build, which the bench compares with. */
  readonly kind?: 'federated' | 'monolith';
  /** False when the caller has already built. */
  readonly build?: boolean;
  /** Environment variables for the server and the page that override those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives one line per finished step and per later event of a process. */
  readonly log?: (line: string) => void;
  /** Receives the title of each step when it begins. */
  readonly onStep?: (title: string) => void;
};

export type StartedPortal = Pick<Addresses, 'portal' | 'idp' | 'api' | 'outbox'> & {
  /** The demo member; only the embedded default has one. */
  readonly member?: DemoMember;
  /**
   * By name: `server`, `edge`, `files`, and where remotes have servers of files of their own, each of
   * these by the remote's name.
   */
  readonly children: Readonly<Record<string, Child>>;
  /** What the edge was started with, for a test that runs one of its own in its place. */
  readonly edge: EdgeOptions;
  /** Stops every process and waits for it. */
  stop(): Promise<void>;
};

export type DemoMember = { readonly email: string; readonly password: string };

const HOST = '127.0.0.1';
const LOOPBACK = '127.0.0.0/8,::1';
const edgeScript = (name: string) => join(ROOT, 'delivery/serve/src/edge', name);

/**
 * Builds what changed, starts the whole portal, each part as a process: the server, a server of files,
 * and the edge in front, and releases what was built by the operator's calls. Resolves when the page of it
 * is served. Builds that the gate refuses leave live what was live before.
 *
 * @throws StartRefused with a sentence for the user: a taken port, a server that does not start, or builds
 * that are refused while nothing is live.
 * Build errors are passed on unchanged.
 */
export async function startPortal(options: StartOptions = {}): Promise<StartedPortal> {
  const given: Setting['env'] = { ...process.env, ...options.env };
  const token = given.RELEASE_TOKEN || randomBytes(32).toString('base64url');
  const env: Setting['env'] = { ...given, RELEASE_TOKEN: token };
  const log = options.log ?? (() => {});
  const portBase = options.portBase ?? DEFAULT_PORT_BASE;
  const addresses = addressesFor(portBase, options.tls ?? false);
  const runDir = options.runDir ?? (options.dataDir ? join(options.dataDir, 'run') : runFolder);
  const ownFolder = join(runDir, String(portBase));
  const dataDir = resolve(ROOT, options.dataDir ?? (env.DATA_DIR || '.data'));

  await refuseUnusablePorts(addresses, portBase);
  const monolith = options.kind === 'monolith';
  const step = options.onStep ?? (() => {});
  step('Building what has changed');
  if (options.build !== false) await buildAll({ log, ...(monolith ? { monolith } : {}) });
  const ownOrigins = options.remotesOnOwnOrigins ?? false;
  const configuration = startConfiguration(addresses, env, {
    provider: await discoverProvider(env),
    fileOrigins: ownOrigins ? ownFileOrigins(addresses) : {},
  });

  const tls = options.tls ?? false;
  if (tls) await localCertificate(); // Create the certificate before two processes read it.
  const edge = edgeOptions(addresses, env, options.ownFileServers ?? false);
  const children = prepareChildren({
    addresses,
    env,
    edge,
    tls,
    ownFileServers: ownOrigins || (options.ownFileServers ?? false),
    log,
    dataDir,
    logFolder: join(ownFolder, 'logs'),
  });
  const stop = async () => {
    await Promise.all(Object.values(children).map((child) => child.stop()));
  };
  step('Starting the server, the files and the edge');
  try {
    const started = await Promise.all(
      Object.entries(children).map(async ([name, child]) => [name, await child.start()] as const),
    );
    step('Releasing what has changed');
    await goLive({
      addresses,
      token,
      dataDir,
      kind: options.kind ?? 'federated',
      configuration,
      log,
    });
    const { portal, idp, api, outbox } = addresses;
    const { member } = Object.fromEntries(started).server as { member?: DemoMember };
    return { portal, idp, api, outbox, ...(member ? { member } : {}), children, edge, stop };
  } catch (cause) {
    await stop();
    throw new StartRefused(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export const runFolder = join(ROOT, '.run');

async function refuseUnusablePorts(
  { ports, idpBehind }: Addresses,
  portBase: number,
): Promise<void> {
  const { remotes, ...others } = ports;
  const wanted = [
    ...Object.values(others),
    ...Object.values(remotes),
    ...(idpBehind ? [idpBehind] : []),
  ];
  const bad = badPorts(wanted);
  if (bad.length > 0) {
    throw new StartRefused(
      `Browsers refuse port ${bad.join(', ')}: please start on other ports with PORT_BASE=${portBase + 100} npm start.`,
    );
  }
  const taken = await takenPorts(wanted);
  if (taken.length === 0) return;
  const which = taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(', ')} are`;
  throw new StartRefused(
    `${which} in use by another program: end it, or start on other ports with PORT_BASE=${portBase + 100} npm start.`,
  );
}

const ownFileOrigins = ({ ports }: Addresses): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(ports.remotes).map(([name, port]) => [name, `http://localhost:${port}`]),
  );

/** Where the files of releases are: the server writes them, and the servers of files read them. */
const storeFolder = (dataDir: string): string => join(dataDir, 'releases');

const local = (port: number) => `http://${HOST}:${port}`;

function edgeOptions(
  { ports, portal }: Addresses,
  env: Setting['env'],
  ownFileServers: boolean,
): EdgeOptions {
  const filesOf = Object.entries(ports.remotes).map(([name, port]) => [name, local(port)]);
  return {
    publicOrigin: portal,
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER,
    upstreams: {
      api: local(ports.api),
      page: local(ports.page),
      files: local(ports.files),
      ...(ownFileServers ? { filesOf: Object.fromEntries(filesOf) } : {}),
    },
  };
}

type Setting = {
  readonly addresses: Addresses;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly edge: EdgeOptions;
  readonly logFolder: string;
  readonly dataDir: string;
  readonly tls: boolean;
  readonly ownFileServers: boolean;
  readonly log: (line: string) => void;
};

function prepareChildren(setting: Setting): Record<string, Child> {
  const { addresses, env, edge, logFolder, log, tls, dataDir, ownFileServers } = setting;
  const { ports } = addresses;
  const child = (name: string, args: readonly string[], extra: Setting['env'] = {}) =>
    createChild({ name, args, env: { ...env, ...extra }, logFolder, log });
  const script = (file: string, port: number, options: object) => [
    edgeScript(file),
    JSON.stringify({ ...options, port, host: HOST }),
  ];
  const files = (port: number, names?: readonly string[]) =>
    script('static-main.ts', port, {
      releases: storeFolder(dataDir),
      names,
      allowOrigin: addresses.portal,
    });
  return {
    server: child('server', [join(ROOT, 'server/main/src/main.ts')], serverEnvironment(setting)),
    files: child('files', files(ports.files)),
    ...(ownFileServers
      ? Object.fromEntries(
          Object.entries(ports.remotes).map(([name, port]) => [
            name,
            child(name, files(port, [name])),
          ]),
        )
      : {}),
    edge: child('edge', script('edge-main.ts', ports.portal, { ...edge, tls })),
    ...(tls && addresses.idpBehind
      ? {
          'idp-tls': child(
            'idp-tls',
            script('tls-proxy-main.ts', ports.idp, { upstream: local(addresses.idpBehind) }),
          ),
        }
      : {}),
  };
}

function serverEnvironment({
  addresses,
  dataDir,
  env,
}: Pick<Setting, 'addresses' | 'dataDir' | 'env'>): Setting['env'] {
  return {
    PORT_BASE: String(serverPortBase(addresses)),
    PORTAL_ORIGIN: addresses.portal,
    IDP_ORIGIN: env.IDP_ORIGIN || addresses.idp,
    API_ORIGIN: addresses.api,
    DATA_DIR: dataDir,
    RELEASE_STORE: storeFolder(dataDir),
    PAGE_PORT: String(addresses.ports.page),
    // The TLS proxy and the edge are on this machine, and tell which request it is and where it came from.
    TRUST_PROXY: [LOOPBACK, env.TRUST_PROXY].filter(Boolean).join(),
  };
}
