import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { workspaces }: { workspaces: string[] } = JSON.parse(read('package.json'));
const TABLES = workspaces
  .filter((name) => name === 'shell' || name.startsWith('mfe-'))
  .map((name) => `${name}/src/routes.ts`);

// @proves 1.1 2.1
test('the portal has the screens of docs/product.md and no other, such as a page for operators', () => {
  const [, section = ''] = read('docs/product.md').split(/^## 2\..*$/m);
  const stated = [
    ...section.matchAll(/^(?:\| \*\*2\.\d+\*\* +\||- \*\*2\.\d+\*\*) `(\/[^`]*)`/gm),
  ].map(([, at = '']) => at.replace(/\{(\w+)\}/g, ':$1'));
  const built = TABLES.flatMap((file) =>
    [...read(file).matchAll(/^ +path: '([^']*)'/gm)].map(([, at = '']) => at),
  );
  // The English path of a screen is no screen of its own.
  const bare = stated.filter((at) => !at.startsWith('/en/'));
  expect(built.sort()).toEqual([...new Set(bare)].sort());
});
