import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@portal/delivery-builder/workspace/packages';

export type ChildOptions = {
  /** The name in messages and of its log file. */
  readonly name: string;
  /** The script and arguments for Node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly logFolder: string;
  /** Receives a line when the process died and when it is ready again. */
  readonly log: (line: string) => void;
};

/** The message of a process that is listening: `{"ready":true,…}`. */
type Ready = { readonly ready: true } & Readonly<Record<string, unknown>>;

/** A process of a started portal. It is restarted when it dies. */
export type Child = {
  readonly name: string;
  /** The id of the current process; undefined while it restarts. */
  readonly pid: number | undefined;
  readonly logFile: string;
  /**
   * Starts the process and resolves with its ready message. Rejects with its error output when it
   * exits before.
   */
  start(): Promise<Ready>;
  /** Stops the process and waits for its exit. It stays stopped until `start()`. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran this long was healthy, so the restart delay starts over. */
const HEALTHY_AFTER_MS = 30_000;
/** How long to wait for an exit after SIGTERM before SIGKILL. */
const KILL_AFTER_MS = 15_000;
const LAST_WORDS = 4_000;
/** How the line begins with which the server says that it is ready. */
const READY = '{"ready":true';
const PRELOAD = join(import.meta.dirname, 'exit-with-parent.ts');

/** Prepares a child process. Nothing runs before `start()`. */
export function createChild(options: ChildOptions): Child {
  const logFile = join(options.logFolder, `${options.name}.log`);
  mkdirSync(options.logFolder, { recursive: true });
  const log = createWriteStream(logFile, { flags: 'w' });
  let process_: ChildProcess | undefined;
  let wanted = false;
  let pause = FIRST_PAUSE_MS;
  let again: NodeJS.Timeout | undefined;

  const launch = async (): Promise<Ready> => {
    const started = Date.now();
    let lastWords = '';
    const child = spawn(process.execPath, ['--import', PRELOAD, ...options.args], {
      cwd: ROOT,
      env: options.env ? { ...process.env, ...options.env } : process.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C signals the terminal's whole process group. Detached children end only when we stop them.
      detached: process.platform !== 'win32',
    });
    process_ = child;
    if (child.stdout) logLines(child.stdout, log);
    child.stderr?.pipe(log, { end: false });
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk).slice(-LAST_WORDS);
    });
    const ended = once(child, 'close');
    void ended.then(() => {
      process_ = undefined;
    });
    const first = await Promise.race([readiness(child), ended]);
    if (!Array.isArray(first)) {
      void ended.then(([code, signal]) => {
        if (!wanted) return;
        if (Date.now() - started > HEALTHY_AFTER_MS) pause = FIRST_PAUSE_MS;
        options.log(`${options.name} ended (${signal ?? `code ${code}`}) and is started again.`);
        restartLater();
      });
      return first;
    }
    throw new Error(plainTextOf(lastWords) || `${options.name} ended with code ${first[0]}.`);
  };

  const restartLater = () => {
    again = setTimeout(() => {
      launch().then(
        () => options.log(`${options.name} runs again.`),
        (error: Error) => {
          if (!wanted) return;
          options.log(`${options.name} did not start: ${error.message}`);
          restartLater();
        },
      );
    }, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  return {
    name: options.name,
    logFile,
    get pid() {
      return process_?.pid;
    },
    async start() {
      wanted = true;
      return launch();
    },
    async stop() {
      wanted = false;
      clearTimeout(again);
      const child = process_;
      if (!child) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await closed;
      clearTimeout(kill);
    },
  };
}

/** Without the ready message, which has the demo member's password. */
function logLines(output: NodeJS.ReadableStream, log: NodeJS.WritableStream): void {
  createInterface({ input: output }).on('line', (line) => {
    if (!line.startsWith(READY)) log.write(`${line}\n`);
  });
}

/** The plain text among JSON log lines, or the log lines if there is no plain text. */
function plainTextOf(output: string): string {
  const lines = output.trim().split('\n');
  const plain = lines.filter((line) => !line.startsWith('{'));
  return (plain.length > 0 ? plain : lines).join('\n');
}

/**
 * Our processes send the ready message over IPC; the server prints it as a line, so that it can run
 * under any supervisor.
 */
function readiness(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (isReady(message)) resolve(message);
    });
    let rest = '';
    const onOutput = (chunk: Buffer) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((line) => line.startsWith(READY))) {
        const message: unknown = JSON.parse(line);
        if (!isReady(message)) continue;
        child.stdout?.off('data', onOutput);
        resolve(message);
      }
    };
    child.stdout?.on('data', onOutput);
  });
}

function isReady(message: unknown): message is Ready {
  return (
    typeof message === 'object' && message !== null && 'ready' in message && message.ready === true
  );
}
