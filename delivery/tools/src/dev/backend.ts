import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT, WORKSPACE } from '@portal/delivery-builder/workspace/packages';
import { Refused } from '@portal/shared-process/command-line';
import type { DevAddresses } from './addresses.ts';

const END_WITH_PARENT = join(ROOT, 'delivery/serve/src/start/exit-with-parent.ts');

/** The identity provider and the API that the frame uses. */
export type Backend = {
  /** Stops the server if this process started it. */
  readonly stop: () => Promise<void>;
  /** Settles when a server started by this process exits. */
  readonly ended: Promise<void>;
};

/**
 * Uses the server that runs on these ports, or starts one that ends with this process.
 * @throws Refused when the running server does not allow this frame to sign in, or when the new one
 * does not start
 */
export async function ensureBackend(
  addresses: DevAddresses,
  ending: AbortSignal,
  say: (line: string) => void,
): Promise<Backend> {
  if (await isRunning(addresses)) {
    say(`The server is running already: ${addresses.api}`);
    await refuseUnlessKnown(addresses);
    return { stop: async () => {}, ended: new Promise(() => {}) };
  }
  say('Starting the server …');
  const server = spawn(
    process.execPath,
    ['--import', END_WITH_PARENT, join(ROOT, 'server/main/src/main.ts')],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: process.env.DATA_DIR || join(WORKSPACE, '.data'),
        PORT_BASE: String(addresses.portBase),
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const ended = once(server, 'exit').then(() => undefined);
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
    await ended;
  };
  ending.addEventListener('abort', () => void stop(), { once: true });
  await waitUntilReady(server, say);
  return { ended, stop };
}

async function isRunning({ api }: DevAddresses): Promise<boolean> {
  try {
    return (await fetch(`${api}/health`)).ok;
  } catch {
    return false;
  }
}

/**
 * Checks that the provider knows the frame's origin: it serves its discovery document to known
 * origins only.
 */
async function refuseUnlessKnown({ idp, portal }: DevAddresses): Promise<void> {
  const answer = await fetch(`${idp}/.well-known/openid-configuration`, {
    headers: { origin: portal },
  });
  const allowed = answer.headers.get('access-control-allow-origin');
  await answer.body?.cancel();
  if (allowed === portal || allowed === '*') return;
  throw new Refused(
    `The running server does not let ${portal} sign in: please start it with EXTRA_PORTAL_ORIGINS=${portal}, or end it.`,
  );
}

/** Waits for the JSON line with `ready` that the server prints when all its ports listen. */
async function waitUntilReady(server: ChildProcess, say: (line: string) => void): Promise<void> {
  const failed = once(server, 'exit').then(() => {
    throw new Refused('The server did not start; its own words stand above.');
  });
  const ready = (async () => {
    if (!server.stdout) return;
    for await (const line of createInterface({ input: server.stdout })) {
      if (!line.includes('"ready":true')) continue;
      printDemoMember(line, say);
      break;
    }
    // Keep reading, since a full pipe would block the server.
    server.stdout.resume();
  })();
  await Promise.race([ready, failed]);
  failed.catch(() => {});
}

/** Prints the demo member that the embedded default seeds and names in its ready line. */
function printDemoMember(line: string, say: (line: string) => void): void {
  const { member, outbox } = JSON.parse(line) as {
    member?: { email: string; password: string };
    outbox?: string;
  };
  if (member) say(`Sign in with ${member.email} / ${member.password}`);
  if (outbox) say(`Mails and text messages: ${outbox}`);
}
