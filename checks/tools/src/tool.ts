import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endRequested } from '@portal/delivery-serve/start/end-requested';
import type { Outcome } from './outcome.ts';
import { ROOT } from './root.ts';

type Options = {
  /** Leaves out what the tool writes to its standard output. */
  readonly onlyErrors?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it runs: the root by default. */
  readonly folder?: string;
};

const running = new Set<ChildProcess>();
let endsWithUs = false;
let isEnding = false;
/** How long a tool may take to end its browsers and servers, before SIGKILL. */
const GRACE_MS = 800;
const GROUP_CHECK_MS = 50;

/** Runs a tool of the root's node_modules; answers whether it passed. It ends, with all it started, with us. */
export function runTool(
  name: string,
  args: readonly string[],
  { onlyErrors = false, environment = {}, folder = ROOT }: Options = {},
): Promise<Outcome> {
  if (!endsWithUs) void endRequested().then(endTools);
  endsWithUs = true;
  // The next step must not begin while this one ends.
  if (isEnding) return new Promise(() => {});
  return new Promise((resolve) => {
    const child = spawn(path.join(ROOT, 'node_modules/.bin', name), args, {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that its workers can be ended with it.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let output = '';
    child.stdout.on('data', (chunk) => {
      if (!onlyErrors) output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ passed: 0, failed: 1, output: error.message }));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output });
    });
  });
}

async function endTools(): Promise<never> {
  isEnding = true;
  await Promise.all([...running].map(endGroup));
  process.exit(1);
}

/** The workers of a tool can outlive it for a moment, in which they close their browsers. */
async function endGroup(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
  signalGroup(child, 'SIGTERM');
  while (signalGroup(child, 0) && Date.now() < deadline) await sleep(GROUP_CHECK_MS);
  signalGroup(child, 'SIGKILL');
}

/** @returns whether there was a process to receive it */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}

/** @returns undefined where there is no such file */
export async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
