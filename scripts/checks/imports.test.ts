import { checkFile, type Workspace } from './imports.ts';
import { importsOf } from './imports-of.ts';

const workspace: Workspace = {
  root: { name: 'portal', devDependencies: { '@testing-library/react': '1', '@types/pg': '1' } },
  packages: {
    'shared-contract': { name: '@portal/shared-contract', dependencies: { valibot: '1' } },
    'shared-auth': {
      name: '@portal/shared-auth',
      dependencies: { '@portal/shared-contract': '1', jotai: '1' },
    },
    shell: {
      name: '@portal/shell',
      dependencies: { '@portal/shared-auth': '1', react: '1' },
      devDependencies: { '@portal/server': '1' },
    },
    'mfe-account': {
      name: '@portal/mfe-account',
      dependencies: { '@portal/shared-auth': '1', react: '1' },
      devDependencies: { '@portal/server': '1' },
    },
    'mfe-mypage': { name: '@portal/mfe-mypage' },
    server: { name: '@portal/server', dependencies: { '@portal/shared-contract': '1', pg: '1' } },
  },
};

const ALLOWED: readonly [says: string, file: string, source: string][] = [
  [
    'a remote may import what is shared',
    'mfe-account/src/a.tsx',
    `import { x } from '@portal/shared-auth';`,
  ],
  [
    'a path below a named package is named',
    'mfe-account/src/a.tsx',
    `import { jsx } from 'react/jsx-runtime';`,
  ],
  [
    'a test may talk to the server',
    'mfe-account/src/a.test.tsx',
    `import { s } from '@portal/server/testing';`,
  ],
  [
    'a test may use the root’s tools',
    'mfe-account/src/a.test.tsx',
    `import { render } from '@testing-library/react';`,
  ],
  ['Node’s own modules need no naming', 'server/src/a.ts', `import fs from 'node:fs';`],
  ['files of the same package', 'server/src/db/a.ts', `import { b } from '../b.ts';`],
  ['the package’s own short names', 'mfe-account/src/a.tsx', `import { css } from '#css';`],
  ['a package may import itself by name', 'server/src/a.ts', `import '@portal/server/testing';`],
  [
    'an import in a comment or a text is none',
    'server/src/a.ts',
    `// import 'x';\nconst a = "import 'y'";`,
  ],
];
test.each(ALLOWED)('%s', (_, file, source) => {
  expect(checkFile(file, source, workspace)).toEqual([]);
});

const REFUSED: readonly [says: string, file: string, source: string, words: RegExp][] = [
  [
    'a remote imports a remote',
    'mfe-account/src/a.tsx',
    `import x from '@portal/mfe-mypage/routes';`,
    /mfe-account must not import mfe-mypage/,
  ],
  [
    'the shell imports a remote when it is needed',
    'shell/src/a.tsx',
    `const x = () => import('@portal/mfe-account/routes');`,
    /shell must not import mfe-account/,
  ],
  [
    'what is shared imports the shell',
    'shared-auth/src/a.ts',
    `import '@portal/shell';`,
    /shared-auth must not import shell/,
  ],
  [
    'the contract imports upwards',
    'shared-contract/src/a.ts',
    `export * from '@portal/shared-auth';`,
    /shared-contract must not import shared-auth/,
  ],
  [
    'the server imports what browsers share',
    'server/src/a.ts',
    `import type { A } from '@portal/shared-auth';`,
    /server must not import shared-auth/,
  ],
  [
    'a screen imports the server',
    'mfe-account/src/a.tsx',
    `import '@portal/server/testing';`,
    /mfe-account must not import server/,
  ],
  [
    'a relative path leaves the package',
    'mfe-account/src/a.tsx',
    `import '../../shell/src/b.ts';`,
    /leaves the package/,
  ],
  [
    'a package is used and not named',
    'shared-auth/src/a.ts',
    `import dayjs from 'dayjs';`,
    /"dayjs" is not named/,
  ],
  [
    'a test tool is used by a screen',
    'mfe-account/src/a.tsx',
    `import { render } from '@testing-library/react';`,
    /is not named/,
  ],
  [
    'a scoped package is used by a path',
    'shared-auth/src/a.ts',
    `import '@ark-ui/react/dialog';`,
    /"@ark-ui\/react" is not named/,
  ],
  [
    'a package is required',
    'server/src/a.ts',
    `const x = require('left-pad');`,
    /"left-pad" is not named/,
  ],
];
test.each(REFUSED)('is found: %s', (_, file, source, words) => {
  const problems = checkFile(file, source, workspace);
  expect(problems.map(({ says }) => says).join('\n')).toMatch(words);
  expect(problems.every((problem) => problem.file === file)).toBe(true);
});

test('every way of importing is seen', () => {
  const source = `
    import a from 'a'; import type { B } from 'b'; import 'c';
    export { d } from 'd'; export * from 'e'; const f = import('f');
    let g: import('g').G; const h = require('h'); export const local = 1;`;
  expect(importsOf(source, 'x.ts')).toEqual([
    { specifier: 'a', typeOnly: false },
    { specifier: 'b', typeOnly: true },
    { specifier: 'c', typeOnly: false },
    { specifier: 'd', typeOnly: false },
    { specifier: 'e', typeOnly: false },
    { specifier: 'f', typeOnly: false },
    { specifier: 'g', typeOnly: true },
    { specifier: 'h', typeOnly: false },
  ]);
});
