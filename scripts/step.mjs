// A step of the set-up: a program whose title, progress and duration are shown and whose output is kept in a log.
// It runs before any package is installed, so it is plain JavaScript for Node 20 without dependencies.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(import.meta.url), '../..');
export const modules = path.join(root, 'node_modules');
const log = path.join(root, '.run/logs/install.log');

/** npm, run by this Node. `npm start` sets its path; otherwise it is found on the PATH. */
export function npm(/** @type {string[]} */ args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? { command: process.execPath, args: [cli, ...args] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args };
}

/**
 * Runs a program to its end. Where it fails, this process ends with a sentence, what to do and the path of the log.
 * @param {string} title
 * @param {{ command: string, args: string[], env?: NodeJS.ProcessEnv }} call
 * @param {{ remedy: string, progress?: () => string }} words what to do where it fails, and how far it is
 */
export async function step(title, { command, args, env }, { remedy, progress }) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  const line = () => `${title} … ${[progress?.(), seconds()].filter(Boolean).join(', ')}`;
  const live = process.stdout.isTTY;
  process.stdout.write(live ? line() : `${title} …\n`);
  const ticker = setInterval(
    () => process.stdout.write(live ? `\r\x1b[2K${line()}` : `${line()}\n`),
    live ? 500 : 15_000,
  );
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      child.kill(signal);
      process.exit(1);
    });
  }
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  clearInterval(ticker);
  mkdirSync(path.dirname(log), { recursive: true });
  appendFileSync(log, `${new Date().toISOString()} ${[command, ...args].join(' ')}\n${output}\n`);
  const outcome = code === 0 ? 'done' : 'failed';
  process.stdout.write(`${live ? '\r\x1b[2K' : ''}${title}: ${outcome} in ${seconds()}\n`);
  if (code === 0) return;
  console.error(`${title} failed: ${reasonIn(output)}`);
  console.error(`${remedy} The whole log: ${path.relative(process.cwd(), log)}`);
  process.exit(1);
}

/** The line that says most: the first that names an error, otherwise the last. */
function reasonIn(/** @type {string} */ output) {
  const lines = output.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '');
  const isError = (/** @type {string} */ line) =>
    /\berr(or)?\b/i.test(line) && !/\bcode\b/.test(line);
  return said.find(isError) ?? said.at(-1) ?? 'it said nothing.';
}
