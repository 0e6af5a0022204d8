import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEdge } from '@portal/delivery-serve/edge/edge';
import {
  type Addresses,
  addressesFor,
  serverPortBase,
  takenPorts,
} from '@portal/delivery-serve/start/addresses';
import { createServerChild } from '@portal/delivery-serve/start/child';
import type { Opened } from '@portal/delivery-serve/start/end-requested';
import type { DemoMember } from '@portal/delivery-serve/start/start-portal';

/** A portal for one check: its own server, with an empty database and members of its own. */
export type ThrowAwayPortal = Pick<Addresses, 'portal' | 'idp'> & {
  /** By who may see a route: a complete member, and one who has just signed up. */
  readonly members: Readonly<Record<'session' | 'user-verification', DemoMember>>;
};

const HOST = '127.0.0.1';
/** Below the range from which operating systems hand out ports themselves. */
const FIRST_PORT = 20_000;
const LAST_PORT = 30_000;
const PORTS = 24;
const ATTEMPTS = 50;
/** A browser that opens one route after the other makes more calls in a minute than a person. */
const CALLS_PER_MINUTE = '10000';
/** All that the server gets of this process: no setting of a real portal, such as its database. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE'];
const NEWCOMER = { email: 'newcomer@example.com', password: 'yuzu-to-kinako-27' };

/**
 * Starts a portal on free ports of this machine, whose pages and files `pagesFor` serves. Its database
 * lies in a temporary folder.
 * @param opened gets what closes it and removes the folder, piece by piece while it starts
 */
export async function startThrowAwayPortal(
  pagesFor: (addresses: Addresses) => Promise<RequestListener>,
  opened: Opened,
): Promise<ThrowAwayPortal> {
  const addresses = await freeAddresses();
  const { ports, portal, idp, outbox } = addresses;
  const folder = await mkdtemp(join(tmpdir(), 'portal-gate-'));
  opened(() => rm(folder, { recursive: true, force: true }));
  const server = createServerChild({
    env: { ...onlyInherited(), ...serverSettings(addresses, join(folder, 'data')) },
    logFolder: folder,
    log: () => {},
  });
  opened(() => server.stop());
  const page = await pagesFor(addresses);
  const { member } = (await server.start()) as { member?: DemoMember };
  const edge = createEdge({ origin: portal, api: `http://${HOST}:${ports.api}`, page });
  opened(() => edge.close());
  edge.server.listen(ports.portal, HOST);
  await once(edge.server, 'listening');
  await createNewcomer(outbox);
  if (!member) throw new Error('The server has no demo member.');
  return { portal, idp, members: { session: member, 'user-verification': NEWCOMER } };
}

async function freeAddresses(): Promise<Addresses> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const base =
      FIRST_PORT + PORTS * Math.floor((Math.random() * (LAST_PORT - FIRST_PORT)) / PORTS);
    const ports = Array.from({ length: PORTS }, (_, offset) => base + offset);
    if ((await takenPorts(ports)).length > 0) continue;
    return addressesFor(base, false);
  }
  throw new Error('No free block of ports was found on this machine.');
}

function serverSettings(addresses: Addresses, dataDir: string): Record<string, string> {
  return {
    PORT_BASE: String(serverPortBase(addresses)),
    PORTAL_ORIGIN: addresses.portal,
    IDP_ORIGIN: addresses.idp,
    API_ORIGIN: addresses.api,
    DATA_DIR: dataDir,
    RELEASE_STORE: join(dataDir, 'releases'),
    API_CALLS_PER_MINUTE: CALLS_PER_MINUTE,
    // Lets the newcomer be created.
    TEST_FIXTURES: '1',
  };
}

function onlyInherited(): Record<string, undefined> {
  const others = Object.keys(process.env).filter((name) => !INHERITED.includes(name));
  return Object.fromEntries(others.map((name) => [name, undefined]));
}

/** A member without a name, whose address is not verified yet. */
async function createNewcomer(outbox: string): Promise<void> {
  const answer = await fetch(new URL('/fixtures/members', outbox), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...NEWCOMER, lastName: null, firstName: null, emailVerified: false }),
  });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}
