import type { Progress } from '../../delivery/src/start/progress.ts';
import { type Outcome, type Step, sum } from './outcome.ts';

/**
 * Runs all steps, neighbours of one group at once. Prints the result of each, and as the last line
 * `N passed, N failed`, which also decides the exit code.
 */
export async function runSteps(steps: readonly Step[], progress: Progress): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const group of groupsOf(steps)) {
    progress.step(group.map(({ title }) => title).join(', '));
    outcomes.push(...(await Promise.all(group.map((step) => runStep(step, progress)))));
    progress.end();
  }
  const total = sum(outcomes);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  // Not `process.exit`: a pipe could lose the last line.
  const didSomething = total.passed > 0 || outcomes.some(({ skipped }) => skipped);
  process.exitCode = total.failed === 0 && didSomething ? 0 : 1;
}

function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last && step.together !== undefined && last[0]?.together === step.together) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

async function runStep({ title, run }: Step, progress: Progress): Promise<Outcome> {
  const started = performance.now();
  const outcome = await run().catch(
    (error: unknown): Outcome => ({ passed: 0, failed: 1, output: String(error) }),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = outcome.passed + outcome.failed > 1 ? `, ${outcome.passed} passed` : '';
  const failed = outcome.failed > 0 ? `, ${outcome.failed} FAILED` : '';
  if (outcome.skipped) {
    progress.log(`– ${title}: ${outcome.skipped} (${seconds} s)`);
    return outcome;
  }
  progress.log(`${outcome.failed ? '✕' : '✓'} ${title} (${seconds} s${counts}${failed})`);
  if (outcome.failed > 0 && outcome.output) progress.log(`\n${outcome.output.trim()}\n`);
  return outcome;
}
