import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createProgress } from '@portal/checks-tools/progress';
import { repositoryFiles } from '@portal/checks-tools/repository-files';
import { ROOT } from '@portal/checks-tools/root';
import { runCommand } from '@portal/shared-process/command-line';
import { type Change, changesIn } from './changes.ts';
import { nearestTests, readImporters } from './nearest-tests.ts';
import { runJest } from './run-jest.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';

/**
 * `npm run mutations`: the removal test. Changes each number with a name, takes out each condition under which
 * a function is left and each comparison that it answers, one after the other on a copy of the tree, and
 * runs the tests next to it by imports. What none of them notices is listed by file.
 */
const OPTIONS = {
  shard: { type: 'string', default: '1/1' },
  list: { type: 'boolean', default: false },
} as const;

/** Each has its own copy of the tree and runs the tests of one change at a time. */
const PARALLEL = 2;
/** Beyond these the tests of a change are so far from it that they prove something else. */
const MOST_TESTS = 8;
const PRODUCT =
  /^(?!e2e|checks|scripts|types)[^/]+\/(?:src\/)?(?!.*(?:\.test\.|\.spec\.|testing\/|\.config\.)).*\.tsx?$/;

type Survivor = { readonly change: Change; readonly why: string };

await runCommand(
  {
    usage: 'npm run mutations -- [path …] [--shard 1/8] [--list]',
    does: 'The removal test: changes the product in one place after the other, and lists what no test notices.',
    details: [
      'path          only these files or folders, for instance server/identity/src; otherwise the whole product',
      '--shard 1/8   the first of eight parts, to share the work among machines',
      '--list        prints the changes and tries none',
    ],
    options: OPTIONS,
    positionals: [0, Number.POSITIVE_INFINITY],
    check: ({ values }) =>
      shardOf(values.shard) ? undefined : '--shard takes two numbers, such as 1/8.',
  },
  async ({ values, positionals }) => {
    const changes = chosenChanges(values.shard, positionals);
    if (!values.list) return tryAll(changes);
    for (const { file, line, what } of changes) console.log(`${file}:${line}  ${what}`);
    console.log(`\n${changes.length} changes`);
  },
);

function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function chosenChanges(shard: string, places: readonly string[]): readonly Change[] {
  const [part = 1, parts = 1] = shardOf(shard) ?? [];
  return repositoryFiles()
    .filter((file) => PRODUCT.test(file))
    .filter((file) => places.length === 0 || places.some((one) => isBelow(file, one)))
    .flatMap((file) => changesIn(file, textOf(file)))
    .filter((_, index) => index % parts === part - 1);
}

function isBelow(file: string, place: string): boolean {
  const folder = place.replace(/\/$/, '');
  return file === folder || file.startsWith(`${folder}/`);
}

/** `1/8` → 1 and 8. */
function shardOf(text: string): [part: number, parts: number] | undefined {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [first, all] = [Number(part), Number(parts)];
  return first >= 1 && first <= all ? [first, all] : undefined;
}

async function tryAll(changes: readonly Change[]): Promise<void> {
  const order = (change: Change): number => changes.indexOf(change);
  const progress = createProgress(process.stdout);
  progress.step('Copying the tree');
  const copies = await Promise.all(
    Array.from({ length: Math.min(PARALLEL, changes.length) }, (_, n) => copyTree(String(n + 1))),
  );
  progress.step('Reading who imports whom');
  const importers = readImporters();
  progress.step(`Trying ${changes.length} changes`);
  const waiting = [...changes];
  const survivors: Survivor[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (let change = waiting.shift(); change; change = waiting.shift()) {
        const tests = nearestTests(change.file, importers, MOST_TESTS, textOf);
        const why =
          tests.length === 0 ? 'no test imports it' : await tryChange(copy, change, tests);
        if (why) survivors.push({ change, why });
        const said = why ? `✕ ${why}` : '✓';
        progress.log(`${changes.length - waiting.length} ${change.file}:${change.line} ${said}`);
      }
    }),
  );
  progress.end();
  survivors.sort((a, b) => order(a.change) - order(b.change));
  for (const [file, ofFile] of Map.groupBy(survivors, ({ change }) => change.file)) {
    console.log(`\n${file}`);
    for (const { change, why } of ofFile) console.log(`  ${change.line}  ${change.what}  (${why})`);
  }
  console.log(`\n${changes.length - survivors.length} noticed, ${survivors.length} not noticed`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

/** @returns why the change counts as not noticed */
async function tryChange(
  copy: TreeCopy,
  { file, changed }: Change,
  tests: readonly string[],
): Promise<string | undefined> {
  await copy.write(file, changed);
  try {
    const { failed, passed, broken } = await runJest(copy.folder, tests);
    if (failed.length > 0) return undefined;
    return broken.length > 0 ? `does not run: ${broken[0]}` : `${passed} tests passed`;
  } finally {
    await copy.write(file, textOf(file));
  }
}
