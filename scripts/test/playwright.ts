import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from './outcome.ts';
import { ROOT, readJson, runTool } from './tool.ts';

const RESULT = path.join(ROOT, 'test-results/e2e.json');

/** Runs the browser tests and counts them. An error outside of any test counts as a failure. */
export async function playwright(args: readonly string[]): Promise<Outcome> {
  await rm(RESULT, { force: true });
  const { output = '' } = await runTool('playwright', [
    'test',
    '-c',
    'e2e/playwright.config.ts',
    ...args,
  ]);
  const result = await readJson<{
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  }>(RESULT);
  if (!result) return { passed: 0, failed: 1, output };
  const { expected, unexpected, flaky } = result.stats;
  return { passed: expected, failed: unexpected + flaky + result.errors.length, output };
}
