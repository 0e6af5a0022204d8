import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bareEnvironment } from '@portal/shared-process/helper-processes';

const MAIN = path.resolve(import.meta.dirname, '../../main/src/main.ts');

/** A server that runs as a process of its own, as in production. */
export type ServerProcess = {
  /** What it has written to its log. */
  readonly log: readonly string[];
  readonly pid: number | undefined;
  stop(): Promise<void>;
};

/** Starts the server with these variables alone, and waits until it is ready. @param main another tree's program */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  main = MAIN,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const ended = once(child, 'exit');
  const ready = once(createInterface({ input: child.stdout }), 'line');
  const first = await Promise.race([ready, ended.then(() => undefined)]);
  if (!first) throw new Error(`The server ended before it was ready: ${log.join('\n')}`);
  return {
    log,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
