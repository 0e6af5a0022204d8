import { nearestTests } from './nearest-tests.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'a.ts': 'export const MOST = 3;',
  'b.test.ts': 'expect(MOST).toBe(3);',
};
const textOf = (file: string) => TEXTS[file] ?? '';

test('the tests that import a file directly come before those that import what imports it', () => {
  const importers = new Map([
    ['a.ts', ['b.ts', 'a.test.ts']],
    ['b.ts', ['c.ts', 'b.test.ts']],
    ['c.ts', ['c.test.tsx', 'a.ts']],
  ]);
  expect(nearestTests('a.ts', importers, 9, textOf)).toEqual([
    'a.test.ts',
    'b.test.ts',
    'c.test.tsx',
  ]);
  expect(nearestTests('a.ts', importers, 2, textOf)).toEqual(['a.test.ts', 'b.test.ts']);
  expect(nearestTests('other.ts', importers, 2, textOf)).toEqual([]);
});

test('behind an index, only what names something of the file counts', () => {
  const importers = new Map([
    ['a.ts', ['src/index.ts']],
    ['src/index.ts', ['a.test.ts', 'b.test.ts']],
  ]);
  expect(nearestTests('a.ts', importers, 9, textOf)).toEqual(['b.test.ts']);
});
