import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';
import { DEFAULT_LAYOUT, type RouteRow } from '@portal/shared-routing/rows';

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

// @proves 2.3 2.4 2.29 2.35 2.38 2.110 2.113
test('each screen has the layout that docs/product.md says', async () => {
  const [, section = ''] = read('docs/product.md').split(/^## 2\..*$/m);
  const stated = [
    ...section.matchAll(/^\| \*\*2\.\d+\*\* +\| `([^`]*)`.*\| (default|empty) +\|$/gm),
  ].map(([, at = '', layout]) => [at.replace(/\{(\w+)\}/g, ':$1'), layout]);
  const tables = await Promise.all(TABLES.map((file) => import(path.join(ROOT, file))));
  const built = new Map<string, string>(
    tables.flatMap(({ rows }: { rows: readonly RouteRow[] }) =>
      rows.map(({ path: at, layout = DEFAULT_LAYOUT }) => [at, layout] as const),
    ),
  );
  const bare = stated.filter(([at = '']) => !at.startsWith('/en/'));
  expect(bare.length).toBeGreaterThan(50);
  expect(bare.map(([at = '']) => [at, built.get(at)])).toEqual(bare);
});
