import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Outcome, outcomeOfTests } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';
import { readJson, runTool } from '@portal/checks-tools/tool';
import { type JestReport, jestResults } from './results.ts';

const RESULT = path.join(ROOT, '.run/test/jest.json');
/** One test file at a time on each of two cores: more of them make each other's time-outs short. */
const WORKERS = 2;

/** Runs Jest and counts its tests. Nothing is retried. Their times are in `.run/test/jest.json` afterwards. */
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
  const report = await readJson<JestReport & { numRuntimeErrorTestSuites: number }>(RESULT);
  if (!report) return { ...exit, output };
  const results = jestResults(
    report,
    (file) => path.relative(ROOT, file).replaceAll(path.sep, '/'),
    (file) => readFileSync(path.join(ROOT, file), 'utf8'),
  );
  const outcome = outcomeOfTests(results, output.replace(/^PASS .*\n/gm, ''));
  // A run can fail without a failed test, for instance in its global teardown.
  const failed = Math.max(outcome.failed + report.numRuntimeErrorTestSuites, exit.failed);
  return { ...outcome, failed };
}
