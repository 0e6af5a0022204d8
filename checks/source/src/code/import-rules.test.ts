import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';

/** Runs the import rules of .dependency-cruiser.mjs on a small workspace with one file per case. */
const PACKAGES = [
  'shell',
  'mfe-account',
  'mfe-mypage',
  'server/platform',
  'server/members',
  'shared-contract',
  'shared-ui',
  'checks/tools',
  'delivery/kit',
];
const KIT = 'delivery/kit';
const nameOf = (folder: string) =>
  folder === KIT ? '@portal/kit' : `@portal/${folder.replace('/', '-')}`;
/** What a package exports: its index, and the kit its areas. */
const exportsOf = (folder: string) =>
  folder === KIT
    ? { './ui': './src/ui/index.ts', './testing': './src/testing/index.ts' }
    : { '.': './src/index.ts' };

const CASES: readonly [says: string, file: string, source: string, rule: string | undefined][] = [
  ['a remote imports the kit', 'mfe-account/src/kit.ts', `import '@portal/kit/ui';`, undefined],
  [
    'a remote imports a shared package',
    'mfe-account/src/shared.ts',
    `import '@portal/shared-ui';`,
    'remotes import the kit only',
  ],
  [
    'a test imports the helpers of tests',
    'mfe-account/src/screen.test.ts',
    `import '@portal/kit/testing';`,
    undefined,
  ],
  [
    'a screen imports the helpers of tests',
    'mfe-account/src/screen.ts',
    `import '@portal/kit/testing';`,
    'screens import no helpers of tests',
  ],
  [
    'a remote imports another remote',
    'mfe-account/src/other.ts',
    `import '@portal/mfe-mypage';`,
    'remotes import the kit only',
  ],
  [
    'the shell imports a remote on demand',
    'shell/src/lazy.ts',
    `export const load = () => import('@portal/mfe-account');`,
    'the shell imports shared packages only',
  ],
  [
    'a screen imports the server for types',
    'mfe-account/src/types.ts',
    `import type { x } from '@portal/server-members';\nexport type Y = typeof x;`,
    'remotes import the kit only',
  ],
  [
    'a test imports another remote',
    'mfe-account/src/other.test.ts',
    `import '@portal/mfe-mypage';`,
    'remotes import the kit only',
  ],
  [
    'a shared package imports a higher floor',
    'shared-contract/src/up.ts',
    `import '@portal/shared-ui';`,
    'shared-contract imports',
  ],
  [
    'a package of the server imports a higher floor',
    'server/platform/src/up.ts',
    `import '@portal/server-members';`,
    'server/platform imports',
  ],
  [
    'a package imports what only checks',
    'shared-ui/src/checked.ts',
    `import '@portal/checks-tools';`,
    'nothing imports the checks',
  ],
  [
    'a relative import leaves its package',
    'mfe-account/src/relative.ts',
    `import '../../shared-ui/src/index.ts';`,
    'relative imports stay inside their package',
  ],
  [
    'two files import each other for types',
    'server/platform/src/one.ts',
    `import type { Two } from './two.ts';\nexport type One = Two | 1;`,
    'no circular imports',
  ],
  [
    'an import leads nowhere',
    'server/platform/src/nowhere.ts',
    `import './missing.ts';`,
    'imports resolve',
  ],
];

let folder: string;
let found: Map<string, string[]>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-rules-'));
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  await mkdir(path.join(folder, 'node_modules/@portal'), { recursive: true });
  for (const name of PACKAGES) {
    await write(
      `${name}/package.json`,
      JSON.stringify({ name: nameOf(name), type: 'module', exports: exportsOf(name) }),
    );
    for (const file of Object.values(exportsOf(name))) {
      await write(path.join(name, file), 'export const x = 1;');
    }
    await symlink(path.join(folder, name), path.join(folder, 'node_modules', nameOf(name)));
  }
  await write(
    'server/platform/src/two.ts',
    `import type { One } from './one.ts';\nexport type Two = One | 2;`,
  );
  for (const [, file, source] of CASES) await write(file, source);
  found = await violations();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names of the broken rules by file. */
async function violations(): Promise<Map<string, string[]>> {
  const args = ['--config', path.join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json'];
  const output = await new Promise<string>((resolve) => {
    const program = path.join(ROOT, 'node_modules/.bin/depcruise');
    // The exit code is the number of violations, so only the output counts.
    execFile(program, [...args, ...PACKAGES], { cwd: folder }, (_, stdout) => resolve(stdout));
  });
  const { summary } = JSON.parse(output) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return new Map(
    Object.entries(Object.groupBy(summary.violations, ({ from }) => from)).map(([file, list]) => [
      file,
      (list ?? []).map(({ rule }) => rule.name),
    ]),
  );
}

test.each(CASES)('%s', (_, file, __, rule) => {
  expect(found.get(file) ?? []).toEqual(rule ? expect.arrayContaining([rule]) : []);
});
