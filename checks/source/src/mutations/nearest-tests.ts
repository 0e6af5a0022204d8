import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';

/** By path below the root, which files import a file. */
export type Importers = ReadonlyMap<string, readonly string[]>;

const IS_TEST = /\.test\.tsx?$/;

/** Who imports whom, as dependency-cruiser finds it by the rules of the import checks. */
export function readImporters(): Importers {
  const output = execFileSync(
    path.join(ROOT, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '.'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 1024 ** 3 },
  );
  const { modules } = JSON.parse(output) as {
    readonly modules: readonly {
      readonly source: string;
      readonly dependents: readonly string[];
    }[];
  };
  return new Map(modules.map(({ source, dependents }) => [source, dependents]));
}

const EXPORTED = /^export (?:async )?(?:const|function|class) (\w+)/gm;

/** The tests that import a file by the fewest steps. @param textOf a file by its path below the root */
export function nearestTests(
  file: string,
  importers: Importers,
  most: number,
  textOf: (file: string) => string,
): string[] {
  const names = [...textOf(file).matchAll(EXPORTED)].map(([, name = '']) => name);
  const usesIt = (one: string) => names.some((name) => textOf(one).includes(name));
  const seen = new Set([file]);
  const tests: string[] = [];
  for (const each of seen) {
    if (IS_TEST.test(each)) tests.push(each);
    if (tests.length === most) break;
    const isPassedOn = each.endsWith('/index.ts');
    // A set goes on with what is added while it is read: files of one step before those of the next.
    for (const importer of importers.get(each) ?? []) {
      if (!isPassedOn || usesIt(importer)) seen.add(importer);
    }
  }
  return tests;
}
