import type { Result } from '@portal/checks-tools/outcome';
import type { Proof } from './proofs.ts';
import { resultOf } from './results.ts';

/** A run of `npm test`, as the pages that it writes tell of it. */
export type Run = {
  /** ISO 8601. */
  readonly date: string;
  /** With ` and changes` where the files were not those of the commit. */
  readonly commit: string;
  /** System, processor, number of cores and Node. */
  readonly place: string;
  /** The closing line of the run, or which of its steps there were. */
  readonly outcome: string;
  readonly results: readonly Result[];
};

/** What a page says of the run, in front of its tables. */
export function runLines({ date, commit, place, outcome, results }: Run): string[] {
  const skipped = Map.groupBy(
    results.filter(({ status }) => status === 'skipped'),
    ({ reason }) => reason ?? 'without a reason',
  );
  return [
    `Run: ${date}, ${commit}, ${place}. ${outcome}.`,
    ...[...skipped].map(([reason, tests]) => `Skipped: ${tests.length}, ${reason}.`),
  ];
}

/** What stands behind the name of a test that has not passed in this run; nothing for one that has. */
export function remark(proof: Proof, { results }: Run): string {
  const result = resultOf(proof, results);
  if (result?.status === 'passed') return '';
  if (result?.status === 'failed') return ' (**failed**)';
  if (result?.status === 'skipped') return ` (skipped: ${result.reason ?? 'without a reason'})`;
  return ' (not in this run)';
}

export const hasPassed = (proof: Proof, run: Run): boolean =>
  resultOf(proof, run.results)?.status === 'passed';
