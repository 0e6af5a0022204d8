import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readJson, runTool } from '@portal/checks-tools/tool';

/** A test that waits for what a missing defence has stopped must not hold up the others for long. */
const TEST_TIMEOUT_MS = 30_000;

type JestResult = {
  readonly passed: number;
  /** The full names of the tests that failed. */
  readonly failed: readonly string[];
  /** The files that could not be run at all, or what Jest said where it gave no result. */
  readonly broken: readonly string[];
};

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** Runs test files of a copy of the tree. */
export async function runJest(folder: string, files: readonly string[]): Promise<JestResult> {
  const result = path.join(folder, '.run/jest.json');
  await mkdir(path.dirname(result), { recursive: true });
  await rm(result, { force: true });
  const { output } = await runTool(
    'jest',
    [
      '--json',
      `--outputFile=${result}`,
      '--maxWorkers=1',
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      // A test that fails leaves its servers open, which would keep Jest from ending.
      '--forceExit',
      '--runTestsByPath',
      ...files,
    ],
    { onlyErrors: true, folder },
  );
  const report = await readJson<Report>(result);
  if (!report) return { passed: 0, failed: [], broken: [`Jest gave no result: ${output}`] };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    broken: report.testResults
      .filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      )
      .map(({ name }) => path.relative(folder, name)),
  };
}
