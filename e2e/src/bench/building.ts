import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { copyMigratedDatabase } from '@portal/server/testing/database-folder';
import { freePortBase } from '@portal/server/testing/free-ports';
import { copyTree, type TreeCopy } from '../../../scripts/tree-copy.ts';
import { DEMO_MEMBER } from '../support/members.ts';
import { signInAtProvider } from '../support/sign-in.ts';
import { median } from './median.ts';

const ROUNDS = '7';
const REMOTE = 'mfe-account';
/** The line that is changed: it is on the screen at /account, with what the API has answered. */
const FILE = 'mfe-account/src/screens/account/member.tsx';
const LINE = '<span className={digits}>{member.member_code}</span>';
const WANTED = { change: 500, rebuild: 2_000, start: 5_000 };

/**
 * What developers wait for: a changed line on the screen (`npm run dev`), the warm build of one remote and
 * `npm start` with nothing changed. It works on a copy of the tree.
 * @param args `--rounds 7`
 */
export async function benchBuilding(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: ROUNDS } },
  });
  const rounds = Number(values.rounds);
  const copy = await copyTree('bench');
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const source = await readFile(join(copy.folder, FILE), 'utf8');
  if (!source.includes(LINE)) throw new Error(`${FILE} has no line ${LINE}.`);
  const change = (text: string) => copy.write(FILE, source.replace(LINE, `${LINE} ${text}`));
  console.log(`\nBuilding, ${rounds} rounds, medians (least to most)`);
  try {
    await copyMigratedDatabase(join(dataDir, 'database'));
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: join(copy.folder, '.cache/node'),
      PORT_BASE: String(await freePortBase()),
      DATA_DIR: dataDir,
    };
    report('a changed line on the screen', await changes(copy, env, rounds, change), WANTED.change);
    report('warm build of one remote', await rebuilds(copy, env, rounds, change), WANTED.rebuild);
    report('start with nothing changed', await starts(copy, env, rounds), WANTED.start);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Change = (text: string) => Promise<void>;

/** From the write of the file to the frame after the text is in the page, in ms. */
async function changes(
  copy: TreeCopy,
  env: NodeJS.ProcessEnv,
  rounds: number,
  change: Change,
): Promise<number[]> {
  const dev = run(copy, env, ['delivery/src/dev/main.ts', REMOTE]);
  const browser = await chromium.launch(browserOptions());
  const times: number[] = [];
  try {
    const [, portal = ''] = await said(dev, /alone: (\S+?)\/ /);
    const page = await browser.newPage({ locale: 'ja-JP' });
    await page.goto(`${portal}/account`);
    await page.getByRole('main').getByRole('button').click();
    await signInAtProvider(page, DEMO_MEMBER);
    await page.waitForURL(`${portal}/account`);
    for (let round = 0; round <= rounds; round += 1) {
      const text = `changed-${round}`;
      const shown = page.evaluate(whenPainted, text);
      const began = Date.now();
      await change(text);
      const time = (await shown) - began;
      // The first change also compiles what only changes need.
      if (round > 0) times.push(time);
    }
  } finally {
    await browser.close();
    await end(dev);
  }
  return times;
}

/**
 * Runs in the page: the time of the frame after the text has come, in ms since 1970. Waiting from outside
 * asks too seldom.
 */
function whenPainted(text: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent?.includes(text)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** The time of the build command of a team, after a line has changed, in ms. */
async function rebuilds(
  copy: TreeCopy,
  env: NodeJS.ProcessEnv,
  rounds: number,
  change: Change,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await change(`built-${round}`);
    const began = performance.now();
    const build = run(copy, env, ['delivery/src/build/main.ts', REMOTE]);
    const [code] = await once(build, 'exit');
    if (code !== 0) throw new Error(`The build ended with ${code}.`);
    // The first one fills the cache.
    if (round > 0) times.push(performance.now() - began);
  }
  return times;
}

/** To the line that tells the address, in ms. */
async function starts(copy: TreeCopy, env: NodeJS.ProcessEnv, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    const start = run(copy, env, ['delivery/src/start/main.ts']);
    await said(start, /The portal is ready/);
    // The first one builds and releases.
    if (round > 0) times.push(performance.now() - began);
    await end(start);
  }
  return times;
}

function run(copy: TreeCopy, env: NodeJS.ProcessEnv, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: copy.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Waits for a line of the process. @throws Error when it ends before */
async function said({ stdout }: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  if (!stdout) throw new Error('The process has no output.');
  for await (const line of createInterface(stdout)) {
    const found = wanted.exec(line);
    if (!found) continue;
    stdout.resume();
    return found;
  }
  throw new Error(`The process ended before it said ${wanted}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function report(name: string, times: readonly number[], wanted: number): void {
  const middle = median(times);
  const spread = `${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))}`;
  const verdict = middle > wanted ? `   OVER ${wanted} ms` : '';
  if (middle > wanted) process.exitCode = 1;
  console.log(
    `  ${name.padEnd(30)}${`${Math.round(middle)} ms`.padStart(8)} (${spread})${verdict}`,
  );
}
