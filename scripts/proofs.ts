import { createProgress } from '../delivery/src/start/progress.ts';
import { runSteps } from './test/run-steps.ts';
import { proofSteps } from './test/steps.ts';

/**
 * `npm run proofs`: the proofs that take too long for `npm test`, which runs a sample of each.
 * `npm run proofs -- recipes e2e` runs only these steps.
 */
const progress = createProgress(process.stdout);
const steps = proofSteps(progress.log);
const args = process.argv.slice(2);
const unknown = args.find((arg) => !steps.some(({ name }) => name === arg));
if (unknown !== undefined) {
  const names = steps.map(({ name }) => name).join(', ');
  console.error(`There is no step "${unknown}". Steps: ${names}.`);
  process.exitCode = 1;
} else {
  await runSteps(
    steps.filter(({ name }) => args.length === 0 || args.includes(name)),
    progress,
  );
}
