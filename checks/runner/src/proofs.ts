import { createProgress } from '@portal/checks-tools/progress';
import { runCommand } from '@portal/shared-process/command-line';
import { runSteps } from './steps/run-steps.ts';
import { proofSteps as steps, stepWords } from './steps/steps.ts';

const progress = createProgress(process.stdout);
const words = stepWords(steps, {
  usage: 'npm run proofs -- [step …]',
  does: 'The proofs that take too long for `npm test`, which runs a sample of each; or only these steps.',
});

await runCommand(words, ({ positionals }) =>
  runSteps(
    steps.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    progress,
  ),
);
