import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildAll } from '../../delivery/src/build/index.ts';
import { asvsProblems } from '../asvs.ts';
import { trackedProblems } from '../checks/index.ts';
import { sharedTextProblems } from '../checks/shared-texts.ts';
import { coverageProblems } from '../coverage.ts';
import { followRecipes } from '../recipes/index.ts';
import { audit } from './audit.ts';
import { jest } from './jest.ts';
import { type Outcome, outcomeOf, type Step, sum } from './outcome.ts';
import { playwright } from './playwright.ts';
import { ROOT, runTool } from './tool.ts';

/** The long proofs carry this tag in their names and run with `npm run proofs`. */
const PROOF_TAG = '@proof';

const LIGHT: readonly Step[] = [
  {
    name: 'style',
    title: 'Format and lint (Biome)',
    together: 'light checks',
    run: () => runTool('biome', ['check', '.']),
  },
  {
    name: 'types',
    title: 'Types (TypeScript)',
    together: 'light checks',
    run: () => runTool('tsc', ['--noEmit']),
  },
  {
    name: 'imports',
    title: 'Direction of imports (dependency-cruiser)',
    together: 'light checks',
    run: () => runTool('depcruise', ['--config', '.dependency-cruiser.mjs', '.']),
  },
  {
    name: 'unused',
    title: 'Nothing unused (knip)',
    together: 'light checks',
    run: () => runTool('knip', ['--no-progress']),
  },
  {
    name: 'tracked',
    title: 'What is in the repository',
    together: 'light checks',
    run: async () => outcomeOf(trackedProblems()),
  },
  {
    name: 'coverage',
    title: 'Citations and proofs',
    together: 'light checks',
    run: async () => outcomeOf([...coverageProblems(), ...asvsProblems()]),
  },
];

/** The whole check, in the order of running. @param log prints a line of a build */
export const allSteps = (log: (line: string) => void): readonly Step[] => [
  ...LIGHT,
  { name: 'audit', title: 'Known vulnerabilities (npm audit)', run: audit },
  { name: 'texts', title: 'Every text in both languages (Lingui)', run: texts },
  {
    name: 'build',
    title: 'Production builds',
    async run() {
      await buildAll({ log });
      return { passed: 1, failed: 0 };
    },
  },
  {
    name: 'jest',
    title: 'Unit and component tests (Jest)',
    run: () => jest(),
  },
  {
    name: 'e2e',
    title: 'Journeys in a real browser (Playwright)',
    run: () => playwright(['--grep-invert', PROOF_TAG]),
  },
];

/**
 * The long proofs: the recipes of CONTRIBUTING.md, Jest tests that read `PROOFS`
 * (server/src/testing/proofs.ts), and tagged specs. @param log prints a line of a recipe
 */
export const proofSteps = (log: (line: string) => void): readonly Step[] => [
  {
    name: 'recipes',
    title: 'CONTRIBUTING.md, followed on a clean clone',
    run: () => followRecipes(log),
  },
  {
    name: 'jest',
    title: 'Long proofs on the server (Jest)',
    run: () => jest(['--findRelatedTests', 'server/src/testing/proofs.ts'], { PROOFS: '1' }),
  },
  {
    name: 'e2e',
    title: 'Long proofs in a real browser (Playwright)',
    run: () => playwright(['--grep', PROOF_TAG]),
  },
  {
    name: 'screens',
    title: 'Every screen against the limits, and two more checkers',
    run: () => runTool('node', ['e2e/src/tour/main.ts', '--check']),
  },
  {
    name: 'observatory',
    title: 'Headers (Mozilla HTTP Observatory)',
    run: () => runTool('node', ['scripts/observatory/main.ts']),
  },
];

async function texts(): Promise<Outcome> {
  const outcome = sum([
    await runTool('lingui', ['check', 'sync']),
    await runTool('lingui', ['compile', '--strict', '--typescript']),
    outcomeOf(sharedTextProblems()),
  ]);
  // This only checks that they compile. Builds and tests read the catalogs themselves.
  for await (const file of glob('*/src/locales/*.ts', { cwd: ROOT }))
    await rm(path.join(ROOT, file));
  return outcome;
}
