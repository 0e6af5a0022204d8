import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';

/** A path in backticks from a folder of the root; patterns with `*`, `{` and `<` are not paths. */
const SOURCE_PATH =
  /`((?:shell|mfe-\w+|shared-\w+|server|delivery|e2e|checks|scripts|deploy)\/[\w./$-]+\.\w+)`/g;
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });

test.each(documents)('every link in %s leads to a file', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target);
  const files = targets.filter((target) => !/^[a-z]+:/.test(target));
  const missing = files.filter(
    (file) => !existsSync(path.resolve(ROOT, path.dirname(document), file)),
  );
  expect(missing).toEqual([]);
});

// CONTRIBUTING names files that are still to be written.
const aboutWhatStands = documents.filter((file) => file !== 'CONTRIBUTING.md');
test.each(aboutWhatStands)('every source file that %s names exists', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const named = [...text.matchAll(SOURCE_PATH)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
