import { type Outcome, type Step, skippedIn, sum } from '@portal/checks-tools/outcome';
import type { Progress } from '@portal/checks-tools/progress';

/**
 * Runs all steps, neighbours of one group at once. Prints the result of each, how many tests were skipped
 * for which reason, and as the last line `N passed, N failed` or `N passed, N failed, N skipped`, which also
 * decides the exit code.
 */
export async function runSteps(steps: readonly Step[], progress: Progress): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const group of groupsOf(steps)) {
    progress.step(group.map(({ title }) => title).join(', '));
    outcomes.push(...(await Promise.all(group.map((step) => runStep(step, progress)))));
    progress.end();
  }
  const total = sum(outcomes);
  const skipped = skippedIn(total);
  const counts = `${total.passed} passed, ${total.failed} failed`;
  const closing = skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
  const reasons = Object.entries(total.skipped ?? {}).map(
    ([reason, count]) => `Skipped: ${count}, ${reason}`,
  );
  console.log(['', ...reasons, closing].join('\n'));
  // Not `process.exit`: a pipe could lose the last line.
  const didSomething = total.passed > 0 || skipped > 0;
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
  const skipped = skippedIn(outcome);
  if (outcome.passed + outcome.failed === 0 && skipped > 0) {
    const why = Object.keys(outcome.skipped ?? {}).join(', ');
    progress.log(`– ${title}: not checked, because ${why} (${seconds} s)`);
    return outcome;
  }
  const counts = outcome.passed + outcome.failed > 1 ? `, ${outcome.passed} passed` : '';
  const failed = outcome.failed > 0 ? `, ${outcome.failed} FAILED` : '';
  progress.log(`${outcome.failed ? '✕' : '✓'} ${title} (${seconds} s${counts}${failed})`);
  if (outcome.failed > 0 && outcome.output) progress.log(`\n${outcome.output.trim()}\n`);
  return outcome;
}
