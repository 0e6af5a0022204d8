import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';
import { openGuide } from '@portal/server-testing/guide';

/** CONTRIBUTING.md shows commands that create files. */
const DOCUMENTS = globSync(['README.md', 'docs/*.md'], { cwd: ROOT });
/** The pages that teams and operators follow; in the others, inline commands are for developers. */
const GUIDES = [
  'docs/operations.md',
  'docs/your-own-portal.md',
  'docs/identity-providers.md',
  'docs/cdn.md',
  'docs/alarms.md',
  'docs/releases.md',
  'docs/first-release.md',
];
/** A printed page, and how long the guide of operations may be. */
const PAGE = { lines: 50, columns: 110 };
const PAGES_MAX = 10;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** What runs commands of a document, with its text: the tests that open it as a guide. */
const RUNNERS = globSync('{*,*/*}/src/**/*.{test,spec}.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('/guides.test.ts'))
  .map((file) => ({ file, text: read(file) }))
  .filter(({ text }) => /openGuide\(/.test(text));

const runnersOf = (document: string) =>
  RUNNERS.filter(({ text }) => text.includes(`openGuide('${document}')`));
const isRun = (text: string, heading: string) =>
  [`'${heading}'`, `"${heading}"`].some((name) => text.includes(name));

// @proves 16.88
test.each(DOCUMENTS)(
  'every block of commands in %s is run by a test, as it stands there',
  (document) => {
    const runners = runnersOf(document);
    const alone = openGuide(document).headings.filter(
      (heading) => !runners.some(({ text }) => isRun(text, heading)),
    );
    expect(alone).toEqual([]);
  },
);

// @proves 16.88
test.each(GUIDES)('every command in a sentence of %s is run by a test', (document) => {
  const inBlocks = GUIDES.map(openGuide).flatMap((guide) =>
    guide.headings.flatMap((heading) => guide.commands(heading).split('\n')),
  );
  const asked = runnersOf(document).flatMap(({ text }) =>
    [...text.matchAll(/\.command\('([^']+)'\)/g)].map(([, words = '']) => words),
  );
  const alone = openGuide(document)
    .inline.filter((command) => !/^npm run (-s )?portal -- …$/.test(command))
    .filter((command) => !inBlocks.some((line) => line.startsWith(command)))
    .filter((command) => !asked.some((words) => command.startsWith(words)));
  expect(alone).toEqual([]);
});

// @proves 16.897
test('the guide of operations has ten pages at most', () => {
  const lines = read('docs/operations.md').trimEnd().split('\n');
  const printed = lines.map((line) => Math.max(1, Math.ceil(line.length / PAGE.columns)));
  const total = printed.reduce((sum, count) => sum + count, 0);
  expect(total / PAGE.lines).toBeLessThanOrEqual(PAGES_MAX);
});

// @proves 16.906
test('the guide of a portal of one’s own has at most 12 steps, in order', () => {
  const steps = [...read('docs/your-own-portal.md').matchAll(/^## (.+)$/gm)].map(
    ([, step]) => step,
  );
  expect(steps.map((step) => Number(step?.split('.')[0]))).toEqual(steps.map((_, at) => at + 1));
  expect(steps.length).toBeLessThanOrEqual(12);
});

/** A script of npm, or a file. */
function isThere(command: string): boolean {
  // `-s` says nothing but the words of the script.
  const [program, word = '', name = ''] = command.replace(' -s ', ' ').split(/\s+/);
  const workspace = / -w ([\w/-]+)/.exec(command)?.[1];
  if (program === 'node') return existsSync(path.join(ROOT, word));
  if (program !== 'npm' || !['start', 'test', 'run'].includes(word)) return true;
  const folder = workspace && existsSync(path.join(ROOT, workspace)) ? workspace : '.';
  const { scripts } = JSON.parse(read(path.join(folder, 'package.json'))) as {
    scripts: Record<string, string>;
  };
  const script = word === 'run' ? name : word;
  return script in scripts || (folder === '.' && workspace !== undefined);
}

// The statements of the product shorten names.
const named = DOCUMENTS.filter((file) => file !== 'docs/product.md');
test.each(named)('every command in %s is one of the repository', (document) => {
  expect(openGuide(document).inline.filter((command) => !isThere(command))).toEqual([]);
});
