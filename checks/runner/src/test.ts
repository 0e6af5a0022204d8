import { createProgress } from '@portal/checks-tools/progress';
import { runCommand } from '@portal/shared-process/command-line';
import { runSteps } from './steps/run-steps.ts';
import { allSteps, stepWords } from './steps/steps.ts';

const progress = createProgress(process.stdout);
const steps = allSteps(progress.log);
const words = stepWords(steps, {
  usage: 'npm test -- [step …]',
  does: 'Every check, or only these steps; the last line says how many passed, failed and were skipped.',
  details: [
    'Beside it: npm run proofs, the long proofs, before a release;',
    'npx jest mfe-account, the Jest tests of one folder; npx jest --changedSince=main, those of a change.',
  ],
});

await runCommand(words, ({ positionals }) =>
  runSteps(
    steps.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    progress,
  ),
);
