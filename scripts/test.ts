import { spawn } from 'node:child_process';
import { glob, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildAll } from '../delivery/src/build/index.ts';
import { createProgress } from '../delivery/src/start/progress.ts';
import { importProblems, trackedProblems } from './checks/index.ts';
import type { Problem } from './checks/problem.ts';

/**
 * `npm test`: every check of the project, one after the other, to the end. The last line says
 * `N passed, N failed`; a check counts as one, Jest and Playwright count their tests.
 * `npm test -- jest e2e` runs only these.
 */

type Outcome = { readonly passed: number; readonly failed: number; readonly output?: string };
type Step = { readonly name: string; readonly title: string; run(): Promise<Outcome> };

const ROOT = path.resolve(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, '.run/test');
const JEST_RESULT = path.join(RESULTS, 'jest.json');
const E2E_RESULT = path.join(ROOT, 'test-results/e2e.json');
/** What two cores carry. */
const WORKERS = '2';

const STEPS: readonly Step[] = [
  { name: 'style', title: 'Format and lint (Biome)', run: () => command('biome', ['check', '.']) },
  { name: 'types', title: 'Types (TypeScript)', run: () => command('tsc', ['--noEmit']) },
  { name: 'imports', title: 'Direction of imports', run: async () => told(importProblems()) },
  { name: 'tracked', title: 'What is in the repository', run: async () => told(trackedProblems()) },
  {
    name: 'texts',
    title: 'Every text in both languages (Lingui)',
    run: texts,
  },
  { name: 'jest', title: 'Unit and component tests (Jest)', run: jest },
  { name: 'build', title: 'Production builds', run: build },
  { name: 'e2e', title: 'Journeys in a real browser (Playwright)', run: playwright },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no step "${unknown[0]}". Steps: ${STEPS.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
await mkdir(RESULTS, { recursive: true });

const progress = createProgress(process.stdout);
const outcomes: Outcome[] = [];
for (const step of STEPS) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  outcomes.push(await runStep(step));
}
const total = sum(outcomes);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
// Not `process.exit`: what a pipe has not taken yet would be lost, the last line with it.
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runStep({ title, run }: Step): Promise<Outcome> {
  const started = performance.now();
  progress.step(title);
  const outcome = await run().catch(
    (error: unknown): Outcome => ({ passed: 0, failed: 1, output: String(error) }),
  );
  progress.end();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = outcome.passed + outcome.failed > 1 ? `, ${outcome.passed} passed` : '';
  const failed = outcome.failed > 0 ? `, ${outcome.failed} FAILED` : '';
  console.log(`${outcome.failed ? '✕' : '✓'} ${title} (${seconds} s${counts}${failed})`);
  if (outcome.failed > 0 && outcome.output) console.log(`\n${outcome.output.trim()}\n`);
  return outcome;
}

async function texts(): Promise<Outcome> {
  const outcome = sum([
    await command('lingui', ['check', 'sync']),
    await command('lingui', ['compile', '--strict', '--typescript']),
  ]);
  // Only whether it compiles was asked: builds and tests read the catalogs themselves.
  for await (const file of glob('*/src/locales/*.ts', { cwd: ROOT }))
    await rm(path.join(ROOT, file));
  return outcome;
}

/** A shared CI machine gets one second try of the files that failed, and says which; a developer none. */
async function jest(): Promise<Outcome> {
  const first = await jestRun([]);
  if (!process.env.CI || first.failed === 0 || first.failedFiles.length === 0) return first;
  const files = first.failedFiles.map((file) => path.relative(ROOT, file)).join(', ');
  console.log(`Failed, and gets one second try: ${files}\n${first.output?.trim()}`);
  const second = await jestRun(['--runTestsByPath', ...first.failedFiles]);
  return { ...second, passed: first.passed + Math.max(0, first.failed - second.failed) };
}

async function jestRun(
  only: readonly string[],
): Promise<Outcome & { failedFiles: readonly string[] }> {
  await rm(JEST_RESULT, { force: true });
  const args = ['--json', `--outputFile=${JEST_RESULT}`, `--maxWorkers=${WORKERS}`, ...only];
  const { output = '' } = await command('jest', args, { onlyErrors: true });
  const result = await readJson<{
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
    testResults: { name: string; status: string }[];
  }>(JEST_RESULT);
  if (!result) return { passed: 0, failed: 1, output, failedFiles: [] };
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    output: output.replace(/^PASS .*\n/gm, ''),
    failedFiles: result.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => name),
  };
}

async function build(): Promise<Outcome> {
  await buildAll({ log: progress.log });
  return { passed: 1, failed: 0 };
}

async function playwright(): Promise<Outcome> {
  await rm(E2E_RESULT, { force: true });
  const { output = '' } = await command('playwright', ['test', '-c', 'e2e/playwright.config.ts']);
  const result = await readJson<{
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  }>(E2E_RESULT);
  if (!result) return { passed: 0, failed: 1, output };
  const { expected, unexpected, flaky } = result.stats;
  // A second try exists in CI alone and is said; an error outside any test counts as a failure.
  if (flaky > 0) console.log(`${flaky} needed a second try: see «flaky» in test-results/e2e.json.`);
  return { passed: expected + flaky, failed: unexpected + result.errors.length, output };
}

function told(problems: readonly Problem[]): Outcome {
  const output = problems.map(({ file, says }) => `${file}: ${says}`).join('\n');
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, output };
}

/** Runs a tool of node_modules; its exit code says whether the check passed. */
function command(
  name: string,
  args: readonly string[],
  { onlyErrors = false } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(path.join(ROOT, 'node_modules/.bin', name), args, {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0' },
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

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((count, { passed }) => count + passed, 0),
    failed: outcomes.reduce((count, { failed }) => count + failed, 0),
    output: outcomes.map(({ output }) => output ?? '').join('\n'),
  };
}
