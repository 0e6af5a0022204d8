import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createProgress } from '../delivery/src/start/progress.ts';
import { type Defence, problemsOf, withoutDefence } from './mutations/defence.ts';
import { DEFENCES } from './mutations/defences/index.ts';
import { runJest } from './mutations/run-jest.ts';
import { ROOT } from './test/tool.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';

/**
 * `npm run mutations`: the removal test. Takes out each defence of the list in turn, on a copy of the
 * tree, and says which test notices. One that no test notices fails, and so does one whose text is
 * no longer in its file. `npm run mutations -- dpop-replay body-limit` tries only these.
 */

/** Each has its own copy of the tree and runs one test file at a time. */
const PARALLEL = 2;

type Verdict = {
  readonly defence: Defence;
  readonly noticed: boolean;
  /** The tests that went red, or why the defence counts as not noticed. */
  readonly says: string;
};

const names = process.argv.slice(2);
const chosen = DEFENCES.filter(({ name }) => names.length === 0 || names.includes(name));
const unknown = names.filter((name) => !chosen.some((defence) => defence.name === name));
const problems = [
  ...unknown.map((name) => `There is no defence "${name}".`),
  ...problemsOf(chosen, ROOT),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

const progress = createProgress(process.stdout);
progress.step('Copying the tree');
const [first, ...others] = (await Promise.all(
  Array.from({ length: Math.min(PARALLEL, chosen.length) }, (_, n) => copyTree(String(n + 1))),
)) as [TreeCopy, ...TreeCopy[]];
const red = await redTests(first);

progress.step(`Taking out ${chosen.length} defences`);
const waiting = [...chosen];
const verdicts: Verdict[] = [];
await Promise.all([first, ...others].map(work));
progress.end();

const order = new Map(chosen.map(({ name }, index) => [name, index]));
const position = ({ defence }: Verdict) => order.get(defence.name) ?? 0;
verdicts.sort((a, b) => position(a) - position(b));
console.log('\n| Defence | Without it | Noticed by |\n|---|---|---|');
for (const { defence, noticed, says } of verdicts) {
  console.log(`| ${defence.name} | ${defence.without} | ${noticed ? '' : 'NOTHING: '}${says} |`);
}
const noticed = verdicts.filter((verdict) => verdict.noticed).length;
console.log(`\n${noticed} noticed, ${verdicts.length - noticed} not noticed`);
process.exitCode = noticed === verdicts.length ? 0 : 1;

/** The test files that fail with every defence in place: they could notice nothing. */
async function redTests({ folder }: TreeCopy): Promise<ReadonlySet<string>> {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  progress.step(`Running ${files.length} test files with every defence in place`);
  const all = await runJest(folder, files, PARALLEL);
  if (all.failed.length + all.broken.length === 0) return new Set();
  const failing = new Set<string>();
  for (const file of files) {
    const { failed, broken } = await runJest(folder, [file]);
    if (failed.length + broken.length > 0) failing.add(file);
  }
  return failing;
}

/** Takes defences from the list until none is left. */
async function work(copy: TreeCopy): Promise<void> {
  for (let defence = waiting.shift(); defence; defence = waiting.shift()) {
    const started = performance.now();
    const verdict = await tryWithout(copy, defence);
    verdicts.push(verdict);
    const seconds = Math.round((performance.now() - started) / 1000);
    const count = `${verdicts.length}/${chosen.length}`;
    progress.log(
      `${verdict.noticed ? '✓' : '✕'} ${count} ${defence.name} (${seconds} s): ${verdict.says}`,
    );
  }
}

async function tryWithout(copy: TreeCopy, defence: Defence): Promise<Verdict> {
  const failing = defence.tests.filter((file) => red.has(file));
  if (failing.length > 0) {
    return { defence, noticed: false, says: `${failing.join(', ')} fails with it too` };
  }
  const source = await readFile(path.join(ROOT, defence.file), 'utf8');
  await copy.write(defence.file, withoutDefence(source, defence));
  try {
    const { failed, passed, broken } = await runJest(copy.folder, defence.tests);
    if (broken.length > 0) {
      return { defence, noticed: false, says: `the code does not run: ${broken.join(', ')}` };
    }
    if (failed.length === 0) return { defence, noticed: false, says: `${passed} tests passed` };
    // Code that throws at every call fails every test, and shows nothing about the defence.
    if (passed === 0) return { defence, noticed: false, says: 'every test failed' };
    const more = failed.length > 1 ? ` and ${failed.length - 1} more` : '';
    return { defence, noticed: true, says: `${failed[0]}${more}` };
  } finally {
    await copy.write(defence.file, source);
  }
}
