import { licenceProblems } from './licences.ts';

// @proves 16.534
test('a licence that is not allowed is named, and one of two that are offered is enough', () => {
  const packages = {
    server: { license: 'UNLICENSED' },
    'node_modules/a': { license: 'MIT' },
    'node_modules/b': { license: '(BSD-3-Clause OR GPL-2.0)' },
    'node_modules/c': { license: 'MIT AND GPL-3.0-only' },
    'node_modules/a/node_modules/d': { license: 'AGPL-3.0-only' },
    'node_modules/@portal/server': { link: true },
  };
  expect(licenceProblems(packages)).toEqual([
    'node_modules/c has the licence MIT AND GPL-3.0-only, which is not among the allowed ones.',
    'node_modules/a/node_modules/d has the licence AGPL-3.0-only, which is not among the allowed ones.',
  ]);
});
