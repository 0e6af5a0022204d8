import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** What an own provider is told of the portal. */
export type ProviderSetup = {
  readonly folder: string;
  readonly port: number;
  /** Where the portal will be. */
  readonly portal: string;
};

/** A provider of this machine's packages, with its configuration. */
export type ProviderKind = {
  /** The files of its packages, each by the name of the package. */
  readonly needs: Readonly<Record<string, string>>;
  /** Writes its configuration into the folder. @returns the command that starts it */
  readonly configure: (setup: ProviderSetup) => Promise<{
    readonly command: readonly [program: string, ...args: string[]];
    readonly env?: Readonly<Record<string, string>>;
    readonly issuer: string;
  }>;
  /** What it needs once it runs. */
  readonly prepare?: (setup: ProviderSetup) => Promise<void>;
  /** Settings of the portal beside `OIDC_ISSUER`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its people, whose addresses it has confirmed. */
  readonly people: readonly [Person, Person];
  /** Signs somebody in on its page, which is open. */
  readonly signIn: (page: Page, person: Person) => Promise<void>;
  /** Which silent check it does not answer, so that a renewal takes its place. */
  readonly leavesUnanswered: 'nobody signed in' | 'an older ID token';
  /** Says yes on its page where it asks whether to sign out. */
  readonly confirmSignOut?: (page: Page) => Promise<void>;
  /** Its page stays blank after the sign-out, and leads nowhere. */
  readonly endsBlank?: true;
  /** Makes the sign-ins of everybody so much older; undefined where its access tokens do not say when that was. */
  readonly ageSignIns?: (setup: ProviderSetup, seconds: number) => Promise<void>;
};
export type Person = {
  readonly name: string;
  readonly password: string;
  readonly email: string;
  readonly greeted: string;
};

export type StartedProvider = {
  readonly origin: string;
  readonly issuer: string;
  readonly ageSignIns: ((seconds: number) => Promise<void>) | undefined;
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

/** The packages of Debian that a provider lacks on this machine. */
export const missingPackages = ({ needs }: ProviderKind): string[] =>
  Object.keys(needs).filter((name) => !existsSync(needs[name] ?? ''));

/** Starts a provider on this machine, with its files in a temporary folder. */
export async function startProvider(
  { configure, prepare, ageSignIns }: ProviderKind,
  addresses: Pick<ProviderSetup, 'port' | 'portal'>,
): Promise<StartedProvider> {
  const folder = await mkdtemp(path.join(tmpdir(), 'provider-'));
  const setup = { ...addresses, folder };
  const { command, env, issuer } = await configure(setup);
  // The pipe closes with this process, however it ends, and the provider ends with the pipe.
  const guard = '"$@" >log 2>&1 & provider=$!; cat >/dev/null; kill -9 $provider';
  const child = spawn('sh', ['-c', guard, 'sh', ...command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const origin = `http://localhost:${addresses.port}`;
  try {
    await untilAnswers(origin);
    await prepare?.(setup);
  } catch (error) {
    await stop();
    throw error;
  }
  const age = ageSignIns && ((seconds: number) => ageSignIns(setup, seconds));
  return { origin, issuer, ageSignIns: age, stop };
}

async function untilAnswers(address: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (await fetch(address).catch(() => undefined)) return;
    if (Date.now() > deadline) throw new Error(`${address} does not answer`);
    await pause(POLL_MS);
  }
}
