import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from './outcome.ts';
import { ROOT, readJson, runTool } from './tool.ts';

const RESULT = path.join(ROOT, '.run/test/jest.json');
/** Four test files at a time: on two cores two of them often wait for a database, a process or a clock. */
const WORKERS = 4;

/**
 * Runs Jest and counts its tests. Nothing is retried, so a test that fails now and then fails the run.
 * The time of each test is in `.run/test/jest.json` afterwards.
 */
export async function jest(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  await mkdir(path.dirname(RESULT), { recursive: true });
  await rm(RESULT, { force: true });
  const { output = '', ...exit } = await runTool(
    'jest',
    ['--json', `--outputFile=${RESULT}`, `--maxWorkers=${WORKERS}`, ...args],
    { onlyErrors: true, environment },
  );
  const result = await readJson<{
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  }>(RESULT);
  if (!result) return { ...exit, output };
  return {
    passed: result.numPassedTests,
    // A run can fail without a failed test, for instance in its global teardown.
    failed: Math.max(result.numFailedTests + result.numRuntimeErrorTestSuites, exit.failed),
    output: output.replace(/^PASS .*\n/gm, ''),
  };
}
