import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { takenPorts } from '@portal/delivery-serve/start/ports';
import { copyMigratedDatabase } from '@portal/server-testing/database-folder';
import { freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { PROOF } from '../support/test.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** `npm start` and `npm test`, without the comments behind them. */
const [START = '', TEST = ''] = openGuide('README.md')
  .commands('Two commands')
  .split('\n')
  .map((line) => line.replace(/#.*$/, '').trim());
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

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
  // @proves 16.80
  test(
    `${signal} to npm ends everything that npm start has started`,
    signal === 'SIGTERM' ? {} : PROOF,
    async () => {
      // Beside other journeys, a start takes three times as long.
      test.setTimeout(180_000);
      const base = await freePortBase();
      const ports = Array.from({ length: PORTS }, (_, offset) => base + offset);
      await copyMigratedDatabase(join(folder, 'database'));
      const npm = run(START, { PORT_BASE: String(base), DATA_DIR: folder });
      await said(npm, 'The portal is ready');
      const all = allBelow(npm);
      expect(all.length).toBeGreaterThan(3);
      expect(await takenPorts(ports)).not.toEqual([]);
      npm.kill(signal);
      await expect.poll(() => all.filter(isAlive), { timeout: 15_000 }).toEqual([]);
      expect(await takenPorts(ports)).toEqual([]);
    },
  );
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  // @proves 16.80
  test(`${signal} to npm ends a remote that runs alone, with its server`, PROOF, async () => {
    const base = await freePortBase();
    await copyMigratedDatabase(join(folder, 'database'));
    const npm = run('npm run dev -w mfe-signup', {
      PORT_BASE: String(base),
      DATA_DIR: folder,
    });
    await said(npm, 'Ctrl-C ends it');
    const all = allBelow(npm);
    npm.kill(signal);
    await expect.poll(() => all.filter(isAlive), { timeout: 15_000 }).toEqual([]);
  });

  // @proves 16.80
  test(`${signal} to npm ends the checks that npm test runs`, PROOF, async () => {
    const npm = run(`${TEST} -- types`);
    await expect.poll(() => commandsOf(allBelow(npm))).toContain('tsc');
    const all = allBelow(npm);
    npm.kill(signal);
    await expect.poll(() => all.filter(isAlive), { timeout: 15_000 }).toEqual([]);
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

/** What npm has started, all the way down. */
function allBelow({ pid }: ChildProcess): number[] {
  const below = descendantsOf(Number(pid));
  started = [...new Set([...started, Number(pid), ...below])];
  return below;
}

/** The processes below a process, as `ps` lists them. */
function descendantsOf(root: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows
      .filter(([, of]) => of === parent)
      .flatMap(([pid]) => (pid === undefined ? [] : [pid, ...below(pid)]));
  return below(root);
}

const commandsOf = (pids: readonly number[]): string =>
  pids.length === 0
    ? ''
    : execFileSync('ps', ['-o', 'args=', '-p', pids.join()], { encoding: 'utf8' });

/** A process that has ended and waits to be collected is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^Z/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}
