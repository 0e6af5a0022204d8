import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Outcome, outcomeOfTests } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';
import { readJson, runTool } from '@portal/checks-tools/tool';
import { type PlaywrightReport, playwrightResults } from './results.ts';

const RESULT = path.join(ROOT, 'test-results/e2e.json');

/** Runs the browser tests and counts them; an error outside of a test is a failure. @param config below e2e/ */
export async function playwright(
  args: readonly string[],
  config = 'playwright.config.ts',
): Promise<Outcome> {
  await rm(RESULT, { force: true });
  const { output = '' } = await runTool('playwright', ['test', '-c', `e2e/${config}`, ...args]);
  const report = await readJson<PlaywrightReport>(RESULT);
  if (!report) return { passed: 0, failed: 1, output };
  const outcome = outcomeOfTests(playwrightResults(report, 'e2e/src'), output);
  return { ...outcome, failed: outcome.failed + report.errors.length };
}
