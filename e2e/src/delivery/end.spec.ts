import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { takenPorts } from '@portal/delivery-serve/start/addresses';
import { copyMigratedDatabase } from '@portal/server-testing/database-folder';
import { freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { PROOF } from '../support/test.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** `npm start`, without the comment behind it. */
const START = (openGuide('README.md').commands('Two commands').split('\n')[0] ?? '')
  .replace(/#.*$/, '')
  .trim();
/** Of the ports of a portal: the page, the provider, the API and what stands behind. */
const PORTS = 10;

let folder: string;
let started: number[] = [];
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-end-'));
});
test.afterEach(async () => {
  // Nothing is left where a test has failed.
  for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
  started = [];
  await rm(folder, { recursive: true, force: true });
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  // @proves 16.80
  test(`${signal} to npm ends everything that npm start has started`, PROOF, async () => {
    // Beside other journeys, a start takes three times as long.
    test.setTimeout(180_000);
    const base = await freePortBase();
    const ports = Array.from({ length: PORTS }, (_, offset) => base + offset);
    await copyMigratedDatabase(join(folder, 'database'));
    const npm = run(START, { PORT_BASE: String(base), DATA_DIR: folder });
    await said(npm, 'The portal is ready');
    const all = descendantsOf(Number(npm.pid));
    started = [Number(npm.pid), ...all];
    expect(all.length).toBeGreaterThan(3);
    expect(await takenPorts(ports)).not.toEqual([]);
    npm.kill(signal);
    await expect.poll(() => all.filter(isAlive), { timeout: 15_000 }).toEqual([]);
    expect(await takenPorts(ports)).toEqual([]);
  });
}

/** Runs npm without the install in front, which has been done. */
function run(command: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const [npm = '', ...args] = command.split(' ');
  return spawn(npm, args, {
    cwd: ROOT,
    env: { ...process.env, npm_config_ignore_scripts: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function said(npm: ChildProcess, text: string): Promise<void> {
  let output = '';
  await new Promise<void>((done, failed) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (output.includes(text)) done();
      });
    }
    void once(npm, 'exit').then(() => failed(new Error(output)));
  });
}

/** What Linux tells of a process: its state and its parent. A machine may lack `ps`. */
function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    // The name of the program, in parentheses, may have spaces.
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** The processes below a process, all the way down. */
function descendantsOf(root: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  const below = (parent: number): number[] =>
    pids.filter((pid) => statOf(pid)?.parent === parent).flatMap((pid) => [pid, ...below(pid)]);
  return below(root);
}

/** A process that has ended and waits to be collected is not alive. */
const isAlive = (pid: number): boolean => !['Z', undefined].includes(statOf(pid)?.state);
