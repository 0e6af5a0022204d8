import { readFileSync } from 'node:fs';
import path from 'node:path';
import { missingPlatformPackages, withoutHash } from './complete-lock.ts';

const nx = {
  optionalDependencies: { '@nx/nx-darwin-arm64': '23.3.2', '@nx/nx-linux-x64-gnu': '23.3.2' },
};

test('finds a platform package below the package that needs it', () => {
  const missing = missingPlatformPackages({
    'node_modules/lerna/node_modules/nx': nx,
    'node_modules/lerna/node_modules/@nx/nx-linux-x64-gnu': {},
    'node_modules/lerna/node_modules/nx/node_modules/@nx/nx-darwin-arm64': {},
  });
  expect(missing).toEqual({});
});

test('ignores packages for all platforms', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { fsevents: '2.3.3' } } };
  expect(missingPlatformPackages(packages)).toEqual({});
});

test("the project's lock file has every platform, so that `npm ci` accepts it everywhere", () => {
  const lock = readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8');
  expect(missingPlatformPackages(JSON.parse(lock).packages)).toEqual({});
});

// @proves 16.530
test('a package without a hash is found, whatever machines install it', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/b-win32-x64': { version: '1.0.0', optional: true, cpu: ['x64'] },
    'node_modules/a/node_modules/c': { version: '1.0.0', optional: true },
    'node_modules/@portal/server-main': { link: true },
    server: { version: '1.0.0' },
  };
  expect(withoutHash(packages).map(([place]) => place)).toEqual([
    'node_modules/a',
    'node_modules/b-win32-x64',
    'node_modules/a/node_modules/c',
  ]);
});

// @proves 16.530
test("the project's lock file has a hash for every package", () => {
  const lock = readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8');
  expect(withoutHash(JSON.parse(lock).packages)).toEqual([]);
});
