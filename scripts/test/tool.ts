import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from './outcome.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

type Options = {
  /** Leaves out what the tool writes to its standard output. */
  readonly onlyErrors?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it runs: the root by default. */
  readonly folder?: string;
};

/** Runs a tool of the root's node_modules; its exit code says whether the check passed. */
export function runTool(
  name: string,
  args: readonly string[],
  { onlyErrors = false, environment = {}, folder = ROOT }: Options = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(path.join(ROOT, 'node_modules/.bin', name), args, {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      if (!onlyErrors) output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ passed: 0, failed: 1, output: error.message }));
    child.on('close', (code) =>
      resolve({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }),
    );
  });
}

/** @returns undefined where there is no such file */
export async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
