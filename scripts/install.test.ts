import { readFileSync } from 'node:fs';
import path from 'node:path';

const MOST_PACKAGES = 655;

type Entry = {
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
};

// @proves 16.535
test('npm start installs few packages, and no development dependency', () => {
  const lock = readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8');
  const packages: Readonly<Record<string, Entry>> = JSON.parse(lock).packages;
  const isHere = ({ os, cpu, libc }: Entry) =>
    (os ?? ['linux']).includes('linux') &&
    (cpu ?? ['x64']).includes('x64') &&
    (libc ?? ['glibc']).includes('glibc');
  const installed = Object.entries(packages).filter(
    ([place, one]) =>
      /node_modules\//.test(place) && !one.link && !one.dev && !one.peer && isHere(one),
  );
  const names = installed.map(([place]) => place.split('node_modules/').at(-1));
  expect(
    names.filter((name) => ['jest', 'lerna', 'knip', '@playwright/test'].includes(name ?? '')),
  ).toEqual([]);
  expect(installed.length).toBeLessThanOrEqual(MOST_PACKAGES);
});
