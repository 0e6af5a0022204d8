import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import { trackedProblems } from '@portal/checks-source/files';
import { coverageProblems } from '@portal/checks-source/tagged-tests/coverage';
import { sharedTextProblems } from '@portal/checks-source/texts/shared-texts';
import { type Outcome, outcomeOf, type Step, sum } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';
import { runTool } from '@portal/checks-tools/tool';
import { buildAll } from '@portal/delivery-builder';
import { ENGINES, engineOnMachine } from '@portal/e2e/engines/engines';
import type { CommandWords } from '@portal/shared-process/command-line';
import { audit } from './audit.ts';
import { docker } from './docker.ts';
import { jest } from './jest.ts';
import { licences } from './licences.ts';
import { playwright } from './playwright.ts';

/** The long proofs carry this tag in their names and run with `npm run proofs`. */
const PROOF_TAG = '@proof';

/** Of e2e/playwright.config.ts. */
const IN_CHROMIUM = ['--project=own portals', '--project=journeys'];

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
    name: 'folders',
    title: 'Folders without circles (dependency-cruiser)',
    together: 'light checks',
    run: () => runTool('depcruise', ['--config', '.dependency-cruiser.folders.mjs', '.']),
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
    run: async () => outcomeOf(coverageProblems()),
  },
  {
    name: 'licences',
    title: 'Licences of the packages',
    together: 'light checks',
    run: async () => licences(),
  },
  {
    name: 'audit',
    title: 'Known vulnerabilities (npm audit)',
    together: 'light checks',
    run: audit,
  },
];

/** The whole check, in the order of running. @param log prints a line of a build */
export const allSteps = (log: (line: string) => void): readonly Step[] => [
  ...LIGHT,
  { name: 'texts', title: 'Every text in both languages (Lingui)', run: texts },
  {
    name: 'build',
    title: 'Production builds',
    async run() {
      await buildAll({ log });
      return { passed: 1, failed: 0 };
    },
  },
  { name: 'jest', title: 'Unit and component tests (Jest)', run: () => jest() },
  {
    name: 'e2e',
    title: 'Journeys in a real browser (Playwright)',
    run: () => playwright([...IN_CHROMIUM, '--grep-invert', PROOF_TAG]),
  },
  { name: 'engines', title: 'A sample of the journeys in Firefox and WebKit', run: engines },
];

/** The long proofs: Jest tests that read `PROOFS` (server/testing/src/proofs.ts) and tagged specs. */
export const proofSteps: readonly Step[] = [
  {
    name: 'jest',
    title: 'Long proofs on the server (Jest)',
    run: () => jest(['--findRelatedTests', 'server/testing/src/proofs.ts'], { PROOFS: '1' }),
  },
  {
    name: 'e2e',
    title: 'Long proofs in a real browser (Playwright)',
    run: () => playwright([...IN_CHROMIUM, '--grep', PROOF_TAG]),
  },
  {
    name: 'screens',
    title: 'Every screen against the limits, and two more checkers',
    run: () => runTool('node', ['checks/tour/src/main.ts', '--check']),
  },
  {
    name: 'docker',
    title: 'The containers, from a clean clone to a restored backup (Docker)',
    run: docker,
  },
];

type StepWords = CommandWords<Record<never, never>>;

/** The words of a command that runs steps by their names. */
export const stepWords = (
  steps: readonly Step[],
  { details = [], ...words }: StepWords,
): StepWords => ({
  ...words,
  details: [...steps.map(({ name, title }) => `${name.padEnd(12)} ${title}`), '', ...details],
  positionals: [0, steps.length],
  check: ({ positionals }) => {
    const unknown = positionals.find((word) => !steps.some(({ name }) => name === word));
    return unknown === undefined ? undefined : `There is no step "${unknown}".`;
  },
});

/** Runs journeys in each of the engines that this machine has, one after the other; those that it lacks are skipped. */
async function engines(): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const name of ENGINES) {
    const lacks = `this machine has no ${name} for journeys (docs/browsers.md)`;
    outcomes.push(
      engineOnMachine(name)
        ? await playwright([`--project=engine ${name}`, '--workers=1'])
        : { passed: 0, failed: 0, skipped: { [lacks]: 1 } },
    );
  }
  return sum(outcomes);
}

async function texts(): Promise<Outcome> {
  const outcome = sum([
    await runTool('lingui', ['check', 'sync']),
    await runTool('lingui', ['compile', '--strict', '--typescript']),
    outcomeOf(sharedTextProblems()),
  ]);
  // This only checks that they compile. Builds and tests read the catalogs themselves.
  for await (const file of glob('{*,*/*}/src/locales/*.ts', { cwd: ROOT }))
    await rm(path.join(ROOT, file));
  return outcome;
}
