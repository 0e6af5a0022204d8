import { join } from 'node:path';
import { WORKSPACE } from '@portal/delivery-builder/workspace/packages';
import {
  addressesFor,
  DEFAULT_PORT_BASE,
  takenPorts,
} from '@portal/delivery-serve/start/addresses';
import { createServerChild } from '@portal/delivery-serve/start/child';
import { type Opened, untilEndRequested } from '@portal/delivery-serve/start/end-requested';
import { Refused } from '@portal/shared-process/command-line';

/** The addresses used while a remote runs alone. The page has an origin of its own. */
export type DevAddresses = ReturnType<typeof devAddresses>;

type Dev = {
  readonly addresses: DevAddresses;
  readonly opened: Opened;
};

/** `DEV_FRAME_PORT_OFFSET` of server/main/src/config.ts: the server lets this origin sign in. */
const PAGE_OFFSET = 10;

/** Does the work beside a server until this process is to end. @throws Refused where one cannot start */
export async function runDev(
  env: Readonly<Record<string, string | undefined>>,
  work: (dev: Dev) => Promise<void>,
): Promise<void> {
  const addresses = devAddresses(env);
  await untilEndRequested(async (opened) => {
    const [taken] = await takenPorts([addresses.port]);
    if (taken) {
      throw new Refused(
        `Port ${taken} is taken: please end what listens there, or choose another PORT_BASE than ${addresses.portBase}.`,
      );
    }
    await useServer(addresses, opened);
    await work({ addresses, opened });
    await new Promise(() => {});
  });
}

function devAddresses(variables: Readonly<Record<string, string | undefined>>) {
  const portBase = Number(variables.PORT_BASE || DEFAULT_PORT_BASE);
  const { idp, api } = addressesFor(portBase, false);
  const port = portBase + PAGE_OFFSET;
  return { portBase, port, portal: `http://localhost:${port}`, idp, api };
}

/** Uses the server that runs on these ports, or starts one that ends with this process. */
async function useServer(
  { portBase, portal, idp, api }: DevAddresses,
  opened: Dev['opened'],
): Promise<void> {
  const isRunning = await fetch(`${api}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isRunning) {
    console.log(`The server is running already: ${api}`);
    // It serves its discovery document to origins alone that it knows.
    const answer = await fetch(`${idp}/.well-known/openid-configuration`, {
      headers: { origin: portal },
    });
    const allowed = answer.headers.get('access-control-allow-origin');
    if (allowed === portal || allowed === '*') return;
    throw new Refused(
      `The running server does not let ${portal} sign in: please start it with EXTRA_PORTAL_ORIGINS=${portal}, or end it.`,
    );
  }
  console.log('Starting the server …');
  const server = createServerChild({
    env: {
      DATA_DIR: process.env.DATA_DIR || join(WORKSPACE, '.data'),
      PORT_BASE: String(portBase),
      LOG_LEVEL: 'warn',
    },
    logFolder: join(WORKSPACE, '.run/logs'),
    log: console.log,
  });
  opened(() => server.stop());
  const { member, outbox } = (await server.start().catch((error: Error) => {
    throw new Refused(`The server did not start. ${error.message}`);
  })) as { member?: { email: string; password: string }; outbox?: string };
  if (member) console.log(`Sign in with ${member.email} / ${member.password}`);
  if (outbox) console.log(`Mails and text messages: ${outbox}`);
}
