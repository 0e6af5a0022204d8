import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@portal/delivery-builder/workspace/packages';

export type ChildOptions = {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly logFolder: string;
  readonly log: (line: string) => void;
};

/** The line of a process that is listening: `{"ready":true,…}`. */
type Ready = { readonly ready: true } & Readonly<Record<string, unknown>>;

export type Child = {
  readonly pid: number | undefined;
  /** Resolves with the ready message; rejects with the error output of a process that exits before. */
  start(): Promise<Ready>;
  stop(): Promise<void>;
};

const KILL_AFTER_MS = 15_000;
const LAST_WORDS = 4_000;
const READY = '{"ready":true';
const PRELOAD = join(import.meta.dirname, 'exit-with-parent.ts');

export const createServerChild = (options: Omit<ChildOptions, 'name' | 'args'>): Child =>
  createChild({ name: 'server', args: [join(ROOT, 'server/main/src/main.ts')], ...options });

export function createChild({ name, args, env, logFolder, log: say }: ChildOptions): Child {
  mkdirSync(logFolder, { recursive: true });
  const log = createWriteStream(join(logFolder, `${name}.log`), { flags: 'w' });
  let running: ChildProcess | undefined;
  let isWanted = true;
  return {
    get pid() {
      return running?.pid;
    },
    async start() {
      const child = spawn(process.execPath, ['--import', PRELOAD, ...args], {
        cwd: ROOT,
        env: env ? { ...process.env, ...env } : process.env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Ctrl-C signals the terminal's whole process group. Detached children end only when we stop them.
        detached: process.platform !== 'win32',
      });
      running = child;
      let lastWords = '';
      child.stderr?.pipe(log, { end: false });
      child.stderr?.on('data', (chunk: Buffer) => {
        lastWords = (lastWords + chunk).slice(-LAST_WORDS);
      });
      const ready = child.stdout && readyOf(child.stdout, log);
      const ended = once(child, 'close').then(([code, signal]) => {
        running = undefined;
        return `${name} ended (${signal ?? `code ${code}`}).`;
      });
      const first = await Promise.race([ready, ended]);
      if (!first || typeof first === 'string')
        throw new Error(plainTextOf(lastWords) || `${first}`);
      ended.then((how) => isWanted && say(`${how} Its log is ${name}.log in ${logFolder}.`));
      return first;
    },
    async stop() {
      isWanted = false;
      const child = running;
      if (!child) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await closed;
      clearTimeout(kill);
    },
  };
}

/** Writes the lines of a process into its log, but the ready message, which has the demo member's password. */
function readyOf(output: NodeJS.ReadableStream, log: NodeJS.WritableStream): Promise<Ready> {
  return new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      if (line.startsWith(READY)) resolve(JSON.parse(line));
      else log.write(`${line}\n`);
    });
  });
}

/** The plain text among JSON log lines, or the log lines if there is no plain text. */
function plainTextOf(output: string): string {
  const lines = output.trim().split('\n');
  const plain = lines.filter((line) => !line.startsWith('{'));
  return (plain.length > 0 ? plain : lines).join('\n');
}
