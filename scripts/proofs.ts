import { createProgress } from '../delivery/src/start/progress.ts';
import { runSteps } from './test/run-steps.ts';
import { proofSteps } from './test/steps.ts';

/** `npm run proofs`: the proofs that take too long for `npm test`, which runs a sample of each. */
await runSteps(proofSteps(), createProgress(process.stdout));
