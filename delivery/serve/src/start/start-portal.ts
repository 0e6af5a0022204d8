import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildAll } from '@portal/delivery-builder';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { createReleaseClient } from '@portal/delivery-model/client/client';
import { Refused } from '@portal/shared-process/command-line';
import { createEdge, createTlsProxy, type Edge, type Tls } from '../edge/edge.ts';
import {
  type Addresses,
  addressesFor,
  DEFAULT_PORT_BASE,
  serverPortBase,
  takenPorts,
} from './addresses.ts';
import { createServerChild } from './child.ts';
import { discoverProvider, startConfiguration } from './page-configuration.ts';
import { builtParts, releaseBuilds } from './release-builds.ts';

export type StartOptions = {
  readonly portBase?: number;
  /** The folder of the embedded database, its secrets and the releases; `.data` by default. */
  readonly dataDir?: string;
  /** Serves HTTPS and HTTP/2. */
  readonly tls?: Tls;
  /** `monolith` serves the monolith build, which the bench compares with. */
  readonly kind?: 'federated' | 'monolith';
  readonly build?: boolean;
  /** Environment variables for the server and the page that override those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly log?: (line: string) => void;
  readonly onStep?: (title: string) => void;
};

export type StartedPortal = Pick<Addresses, 'portal' | 'idp' | 'api' | 'outbox'> & {
  readonly member?: DemoMember;
  /** In front of the portal, for a test that breaks it. */
  readonly edge: Edge['server'];
  stop(): Promise<void>;
};

export type DemoMember = { readonly email: string; readonly password: string };

const HOST = '127.0.0.1';
const LOOK_AGAIN_MS = 10;
/** Composing takes milliseconds; a page that is not there by then cannot be composed. */
const PAGE_TIMEOUT_MS = 20_000;
const LOOPBACK = '127.0.0.0/8,::1';

/**
 * Builds what changed, starts the server as a process, releases what was built by the operator's calls, and serves it
 * all from the edge in this process. Builds that the gate refuses leave live what was live before.
 *
 * @throws Refused with a sentence for the user: a taken port, a server that does not start, or builds that are refused
 *   while nothing is live. Build errors are passed on unchanged.
 */
export async function startPortal(options: StartOptions = {}): Promise<StartedPortal> {
  const given: Variables = { ...process.env, ...options.env };
  const token = given.RELEASE_TOKEN || randomBytes(32).toString('base64url');
  const env: Variables = { ...given, RELEASE_TOKEN: token };
  const log = options.log ?? (() => {});
  const portBase = options.portBase ?? DEFAULT_PORT_BASE;
  const addresses = addressesFor(portBase, options.tls !== undefined);
  const runDir = options.dataDir ? join(options.dataDir, 'run') : runFolder;
  const dataDir = resolve(ROOT, options.dataDir ?? (env.DATA_DIR || '.data'));

  await refuseTakenPorts(addresses, portBase);
  const monolith = options.kind === 'monolith';
  const step = options.onStep ?? (() => {});
  step('Building what has changed');
  if (options.build !== false) await buildAll({ log, ...(monolith ? { monolith } : {}) });
  const provider = await discoverProvider(env);
  const configuration = startConfiguration(addresses, env, { provider });
  const server = createServerChild({
    env: { ...env, ...serverEnvironment(addresses, dataDir, env) },
    logFolder: join(runDir, String(portBase), 'logs'),
    log,
  });
  const edges: Edge[] = [];
  const stop = async () => {
    await Promise.all([...edges.map((edge) => edge.close()), server.stop()]);
  };
  step('Starting the server');
  try {
    const { member } = (await server.start()) as { member?: DemoMember };
    step('Releasing what has changed');
    const { ports, portal, idp, api, outbox, idpBehind } = addresses;
    const { seq, state, refusals } = await releaseBuilds({
      client: createReleaseClient({ apiUrl: local(ports.api), token }),
      parts: await builtParts(options.kind ?? 'federated'),
      configuration,
      log,
    });
    if (refusals.length > 0) {
      const words = refusals.map(({ reason, remedy }) => `  ${reason}\n    ${remedy}`).join('\n');
      if (!state.shell) throw new Refused(`What was built cannot be released:\n${words}`);
      log(`What was built cannot be released, so the portal shows what was live before:\n${words}`);
    }
    await untilPageShows(`${local(ports.page)}/health`, seq);
    const { tls } = options;
    const edge = createEdge({
      origin: portal,
      api: local(ports.api),
      page: local(ports.page),
      releases: storeFolder(dataDir),
      tls,
    });
    edges.push(edge);
    await listening(edge.server, ports.portal);
    if (tls && idpBehind) {
      const proxy = createTlsProxy(local(idpBehind), tls);
      edges.push(proxy);
      await listening(proxy.server, ports.idp);
    }
    return { portal, idp, api, outbox, ...(member && { member }), edge: edge.server, stop };
  } catch (cause) {
    await stop();
    throw new Refused(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function untilPageShows(health: string, seq: number): Promise<void> {
  const end = Date.now() + PAGE_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(health);
    const { status, seq: shown } = (await answer.json()) as { status: string; seq: number | null };
    if (status === 'ok' && (shown ?? 0) >= seq) return;
    if (Date.now() > end) {
      throw new Refused('The server could not compose the page; the log of the server says why.');
    }
    await pause(LOOK_AGAIN_MS);
  }
}

export const runFolder = join(ROOT, '.run');

async function refuseTakenPorts({ ports, idpBehind }: Addresses, portBase: number): Promise<void> {
  const wanted = [...Object.values(ports), ...(idpBehind ? [idpBehind] : [])];
  const taken = await takenPorts(wanted);
  if (taken.length === 0) return;
  const which = taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(', ')} are`;
  throw new Refused(
    `${which} in use by another program: end it, or start on other ports with PORT_BASE=${portBase + 100} npm start.`,
  );
}

async function listening(server: Edge['server'], port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}

const storeFolder = (dataDir: string): string => join(dataDir, 'releases');

const local = (port: number) => `http://${HOST}:${port}`;

type Variables = Readonly<Record<string, string | undefined>>;

const serverEnvironment = (addresses: Addresses, dataDir: string, env: Variables): Variables => ({
  PORT_BASE: String(serverPortBase(addresses)),
  PORTAL_ORIGIN: addresses.portal,
  IDP_ORIGIN: env.IDP_ORIGIN || addresses.idp,
  API_ORIGIN: addresses.api,
  DATA_DIR: dataDir,
  RELEASE_STORE: storeFolder(dataDir),
  PAGE_PORT: String(addresses.ports.page),
  // The edge on this machine tells which request it is and where it came from, and no country.
  COUNTRY_HEADER: undefined,
  TRUST_PROXY: [LOOPBACK, env.TRUST_PROXY].filter(Boolean).join(),
});
