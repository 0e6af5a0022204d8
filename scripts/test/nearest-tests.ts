import path from 'node:path';
import { ROOT, readJson, runTool } from './tool.ts';

const IS_JEST_TEST = /\.test\.tsx?$/;
/** Of a test file that has not run on this machine yet. */
const USUAL_SECONDS = 2;

type Cruise = {
  readonly modules: readonly { readonly source: string; readonly dependents: readonly string[] }[];
};

/** Files and the files that import them, as paths from the root. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/**
 * The test files that depend on the changed files, those nearest by imports first, as many as fit into
 * the time. A file that nearly everything imports would otherwise run nearly all tests.
 * @param seconds the sum of the test files' own durations
 * @param durationOf seconds that a test file took the last time
 */
export function nearestTests(
  changed: readonly string[],
  importers: Importers,
  seconds: number,
  durationOf: (file: string) => number = () => USUAL_SECONDS,
): { readonly chosen: readonly string[]; readonly left: number } {
  const found = [...reached(changed, importers)].filter((file) => IS_JEST_TEST.test(file));
  let sum = 0;
  const chosen = found.filter((file, index) => {
    sum += durationOf(file);
    return index === 0 || sum <= seconds;
  });
  return { chosen, left: found.length - chosen.length };
}

/** The files, those that import them, those that import these, and so on; each once. */
function reached(changed: readonly string[], importers: Importers): ReadonlySet<string> {
  const seen = new Set(changed);
  // A set visits what is added to it during the walk.
  for (const file of seen) {
    for (const importer of importers.get(file) ?? []) seen.add(importer);
  }
  return seen;
}

/** Reads the imports of the whole repository. @throws where dependency-cruiser cannot read them */
export async function readImporters(): Promise<Importers> {
  const { output = '' } = await runTool('depcruise', [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    '.',
  ]);
  const { modules } = JSON.parse(output) as Cruise;
  return new Map(modules.map(({ source, dependents }) => [source, dependents]));
}

/** How long each test file took in the last run of Jest on this machine. */
export async function lastDurations(): Promise<(file: string) => number> {
  const last = await readJson<{
    testResults: readonly { name: string; startTime: number; endTime: number }[];
  }>(path.join(ROOT, '.run/test/jest.json'));
  const seconds = new Map(
    (last?.testResults ?? []).map(({ name, startTime, endTime }) => [
      path.relative(ROOT, name),
      (endTime - startTime) / 1000,
    ]),
  );
  return (file) => seconds.get(file) ?? USUAL_SECONDS;
}
