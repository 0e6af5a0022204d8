import type { Problem } from '../checks/problem.ts';

/** The result of a step. A check counts as one; Jest and Playwright count their tests. */
export type Outcome = {
  readonly passed: number;
  readonly failed: number;
  readonly output?: string;
  /** Why nothing was checked: the step then counts neither as passed nor as failed. */
  readonly skipped?: string;
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
  };
}

export function outcomeOf(problems: readonly Problem[]): Outcome {
  const output = problems.map(({ file, says }) => `${file}: ${says}`).join('\n');
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, output };
}
