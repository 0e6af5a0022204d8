import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../build/packages.ts';
import type { DevAddresses } from './addresses.ts';
import { Refusal } from './refusal.ts';

const END_WITH_PARENT = join(ROOT, 'delivery/src/start/end-with-parent.ts');

/** The identity provider and the API that the frame talks to. */
export type Backend = {
  /** Ends the server if we started it; one that was there before stays. */
  readonly stop: () => Promise<void>;
  /** Settles when a server that we started ends by itself. */
  readonly ended: Promise<void>;
};

/**
 * Takes the server that runs on these ports, or starts one, which ends with this process.
 * @throws Refusal when the running server would not let this frame sign in, or ours does not start.
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
    ['--import', END_WITH_PARENT, join(ROOT, 'server/src/main.ts')],
    {
      cwd: ROOT,
      env: { ...process.env, PORT_BASE: String(addresses.portBase), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const ended = once(server, 'exit').then(() => undefined);
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
    await ended;
  };
  ending.addEventListener('abort', () => void stop(), { once: true });
  await untilReady(server, say);
  return { ended, stop };
}

async function isRunning({ api }: DevAddresses): Promise<boolean> {
  try {
    return (await fetch(`${api}/health`)).ok;
  } catch {
    return false;
  }
}

/** The provider answers its discovery document to the pages of known origins only. */
async function refuseUnlessKnown({ idp, portal }: DevAddresses): Promise<void> {
  const answer = await fetch(`${idp}/.well-known/openid-configuration`, {
    headers: { origin: portal },
  });
  const allowed = answer.headers.get('access-control-allow-origin');
  await answer.body?.cancel();
  if (allowed === portal || allowed === '*') return;
  throw new Refusal(
    `The running server does not let ${portal} sign in: please start it with EXTRA_PORTAL_ORIGINS=${portal}, or end it.`,
  );
}

/** The server prints one JSON line with `ready` when all of its doors are open. */
async function untilReady(server: ChildProcess, say: (line: string) => void): Promise<void> {
  const failed = once(server, 'exit').then(() => {
    throw new Refusal('The server did not start; its own words stand above.');
  });
  const ready = (async () => {
    if (!server.stdout) return;
    for await (const line of createInterface({ input: server.stdout })) {
      if (!line.includes('"ready":true')) continue;
      tellDemoMember(line, say);
      break;
    }
    // Nobody reads on; a full pipe would stop the server.
    server.stdout.resume();
  })();
  await Promise.race([ready, failed]);
  failed.catch(() => {});
}

/** The embedded default seeds a member to sign in with, and names them in its ready line. */
function tellDemoMember(line: string, say: (line: string) => void): void {
  const { member, outbox } = JSON.parse(line) as {
    member?: { email: string; password: string };
    outbox?: string;
  };
  if (member) say(`Sign in with ${member.email} / ${member.password}`);
  if (outbox) say(`Mails and text messages: ${outbox}`);
}
