import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SharePlugin } from '@module-federation/enhanced';
import { proofTest as it } from '@portal/server-testing/proofs';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { ModuleIdsPlugin } from './module-ids-plugin.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-ids-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds a package that provides a shared module, below this root; returns the ids of its modules. */
async function build(root: string) {
  const context = join(root, 'package');
  await mkdir(join(root, 'shared'), { recursive: true });
  await mkdir(context);
  await writeFile(join(root, 'shared/index.js'), 'export const shared = 1;');
  await writeFile(join(context, 'main.js'), "import('shared').then(console.log);");
  const compiler = webpack({
    context,
    mode: 'production',
    entry: './main.js',
    output: { path: join(root, 'out'), filename: '[name].[contenthash:10].js' },
    optimization: { moduleIds: 'deterministic', chunkIds: 'deterministic' },
    resolve: { alias: { shared$: join(root, 'shared/index.js') } },
    plugins: [
      new SharePlugin({
        shared: { shared: { version: '1.0.0' } },
      }) as unknown as WebpackPluginInstance,
      new ModuleIdsPlugin(root),
    ],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.toString({ preset: 'errors-only' })).toBe('');
  const { modules = [] } = stats?.toJson({ all: false, modules: true, ids: true }) ?? {};
  const ids = modules.map(({ identifier = '', id }) => [
    identifier.replaceAll(root, '').replace(/.*\.federation\/entry\..*/, 'the entry'),
    id,
  ]);
  // The packages of this repository are elsewhere, seen from there.
  return Object.fromEntries(ids.filter(([name]) => !String(name).includes('/node_modules/')));
}

// @proves 7.130
it('the modules of a package that shares modules have the same ids in every folder', async () => {
  const one = await build(join(folder, 'one'));
  expect(Object.keys(one)).toEqual(
    expect.arrayContaining([
      'the entry',
      'provide module (default) shared@1.0.0 = /shared/index.js',
    ]),
  );
  expect(await build(join(folder, 'further/down/two'))).toEqual(one);
});
