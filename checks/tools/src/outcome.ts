import type { Problem } from './problem.ts';

/** What became of a test in a run. A skipped one has the reason. */
export type Result = {
  /** Path below the root. */
  readonly file: string;
  /** Of the blocks round the test, from the outermost, and its own. */
  readonly titles: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly reason?: string;
};

/** The result of a step. A check counts as one; Jest and Playwright count their tests. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  readonly output?: string;
  /** How many tests or checks did not run, by the reason. */
  readonly skipped?: Readonly<Record<string, number>>;
};

export type Step = {
  readonly name: string;
  readonly title: string;
  /** Neighbouring steps with the same name here run at once. They must not write the same files. */
  readonly together?: string;
  run(): Promise<Outcome>;
};

export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((count, { passed }) => count + passed, 0),
    failed: outcomes.reduce((count, { failed }) => count + failed, 0),
    output: outcomes.map(({ output }) => output ?? '').join('\n'),
    skipped: outcomes.reduce<Record<string, number>>((counts, { skipped = {} }) => {
      for (const [reason, count] of Object.entries(skipped)) {
        counts[reason] = (counts[reason] ?? 0) + count;
      }
      return counts;
    }, {}),
  };
}

/** The counts of a step with tests. A test that is skipped without a reason has failed. */
export function outcomeOfTests(results: readonly Result[], output: string): Outcome {
  const silent = results.filter(({ status, reason }) => status === 'skipped' && !reason);
  const reasons = results.flatMap(({ status, reason }) =>
    status === 'skipped' && reason ? [reason] : [],
  );
  const names = silent.map(
    ({ file, titles }) => `${file}: ${titles.join(' › ')} is skipped without a reason.`,
  );
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: results.filter(({ status }) => status === 'failed').length + silent.length,
    output: [output, ...names].join('\n'),
    skipped: Object.fromEntries(
      [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => [reason, all.length]),
    ),
  };
}

export const skippedIn = ({ skipped = {} }: Outcome): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0);

export function outcomeOf(problems: readonly Problem[]): Outcome {
  const output = problems.map(({ file, says }) => `${file}: ${says}`).join('\n');
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, output };
}
