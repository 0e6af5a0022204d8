import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkWorkspace } from '../shared-modules.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workspace-'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(manifest: object): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const remote = { name: 'offers', packageName: 'mfe-offers', version: '0.1.0' } as const;
  checkWorkspace({ ...remote, folder, kind: 'remote' }, folder);
}

// @proves 7.701
test.each([
  ['dependencies', 'react', '18.3.1'],
  ['peerDependencies', 'react-dom', '^18'],
  ['devDependencies', 'jotai', '~1.13.0'],
])('a remote with another major version in its %s is refused: %s %s', (kind, name, version) => {
  expect(() => check({ [kind]: { [name]: version } })).toThrow(
    `package.json has ${name} ${version} in ${kind}, and the portal gives remotes ^`,
  );
});

// @proves 7.701
test('a remote with the major version of the portal, or with none, is built', () => {
  for (const version of ['19.0.0', '^19.1.0', 'latest', '*']) {
    check({ dependencies: { react: version, sharp: '0.1.0' } });
  }
});

// @proves 7.701
test('a repository without a lock file is told so', () => {
  rmSync(join(folder, 'package-lock.json'));
  expect(() => check({})).toThrow(/^There is no package-lock\.json in .* Run npm install/);
});
