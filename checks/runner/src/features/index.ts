import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { nearestTests, readImporters } from '@portal/checks-source/mutations/nearest-tests';
import { runJest } from '@portal/checks-source/mutations/run-jest';
import { copyTree, type TreeCopy } from '@portal/checks-source/mutations/tree-copy';
import type { Outcome } from '@portal/checks-tools/outcome';
import { ROOT } from '@portal/checks-tools/root';
import { runTool } from '@portal/checks-tools/tool';
import { FEATURES, type Feature } from './features.ts';

/** Of each file in which the feature is composed, by imports. */
const MOST_TESTS = 6;

/**
 * Removes each feature from a copy of the tree, with the lines where it is composed, and checks the types of the
 * rest and the tests next to those lines.
 * @param log prints a line about each feature
 */
export async function removeFeatures(log: (line: string) => void): Promise<Outcome> {
  const importers = readImporters();
  const failures: string[] = [];
  for (const feature of FEATURES) {
    const copy = await copyTree('features');
    const touched = [...new Set(feature.cuts.map(([file]) => file))];
    const tests = touched
      .flatMap((file) => nearestTests(file, importers, MOST_TESTS, textOf))
      .filter((test) => !isOf(feature, test));
    const problem = await withoutFeature(feature, copy, [...new Set(tests)]);
    if (problem !== undefined) failures.push(`${feature.name}: ${problem}`);
    log(
      problem === undefined
        ? `${feature.name}: can be removed, composed in ${touched.length} files: ${touched.join(', ')}`
        : `${feature.name}: FAILED\n${problem}`,
    );
  }
  const passed = FEATURES.length - failures.length;
  return { passed, failed: failures.length, output: failures.join('\n\n') };
}

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const isOf = ({ files, tests }: Feature, test: string): boolean =>
  tests.includes(test) || files.some((one) => test.startsWith(`${one}/`));

/** @returns what does not work without it */
async function withoutFeature(
  { files, cuts, tests: own }: Feature,
  copy: TreeCopy,
  tests: readonly string[],
): Promise<string | undefined> {
  for (const file of [...files, ...own])
    await rm(path.join(copy.folder, file), { recursive: true });
  for (const [file, find, instead] of cuts) {
    const text = await readFile(path.join(copy.folder, file), 'utf8');
    if (text.split(find).length !== 2) return `${file} does not have this text once:\n${find}`;
    await copy.write(
      file,
      text.replace(find, () => instead),
    );
  }
  const types = await runTool('tsc', ['--noEmit'], { folder: copy.folder });
  if (types.failed > 0) return types.output;
  const { passed, failed, broken } = await runJest(copy.folder, tests);
  if (failed.length + broken.length > 0) return [...failed, ...broken].join('\n');
  return passed > 0 ? undefined : 'no test is left next to the lines where it is composed';
}
