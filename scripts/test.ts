import { createProgress } from '../delivery/src/start/progress.ts';
import { runSteps } from './test/run-steps.ts';
import { allSteps } from './test/steps.ts';

const progress = createProgress(process.stdout);
const steps = allSteps(progress.log);
const names = steps.map(({ name }) => name).join(', ');

const HELP = `npm test                  every check; the last line says how many passed and failed
npm test -- jest e2e      only these steps: ${names}
npm run proofs            the long proofs, before a release
npx jest mfe-account      the Jest tests of one folder; \`npx jest --changedSince=main\` those of a change`;

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--help' && !steps.some(({ name }) => name === arg));
if (args.includes('--help')) {
  console.log(HELP);
} else if (unknown !== undefined) {
  console.error(`There is no step "${unknown}".\n\n${HELP}`);
  process.exitCode = 1;
} else {
  const chosen = steps.filter(({ name }) => args.length === 0 || args.includes(name));
  await runSteps(chosen, progress);
}
